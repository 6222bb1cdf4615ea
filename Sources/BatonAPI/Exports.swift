// Whoever imports BatonAPI can name what its functions take and give.
@_exported public import BatonCurl
@_exported public import BatonHTTP
@_exported public import BatonJSON
@_exported public import BatonTime
