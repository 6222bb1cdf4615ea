// Users of BatonAPI can name the parameter and result types of its functions without further imports.
@_exported public import BatonHTTP
@_exported public import BatonJSON
@_exported public import BatonValues

#if !BATON_NO_ENGINE
    @_exported public import BatonCurl
#endif
