// Dispatchers, JSON values and failures can be named without further imports.
@_exported public import BatonAPI
