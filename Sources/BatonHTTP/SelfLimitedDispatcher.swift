/// A dispatcher that always returns soon after the request's timeout, and soon after its task is cancelled.
package protocol SelfLimitedDispatcher: Dispatcher {}
