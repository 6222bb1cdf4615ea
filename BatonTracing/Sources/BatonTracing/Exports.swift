// Whoever uses this module uses BatonAPI.
@_exported public import BatonAPI
