public import BatonAPI
public import Foundation

// Parameters and paths take these types as the API's coder writes them: when the request is made.
extension Date: @retroactive ParameterValue {}
extension URL: @retroactive ParameterValue {}
extension Decimal: @retroactive ParameterValue {}
extension Data: @retroactive ParameterValue {}
extension UUID: @retroactive ParameterValue {}
