// A text in a variable is no path: a value inside a path is escaped, and `.raw` takes a path as it is.
import BatonAPI

func next(_ link: String) -> APIRequest {
    #if FIXED
        .get(.raw(link))
    #else
        // error: cannot convert value of type 'String' to expected argument type 'RequestPath'
        .get(link)
    #endif
}
