// The elements of a plain list inside have one type; `.array` takes elements of any types.
import BatonAPI

#if FIXED
    let tagging = APIRequest.post("/items", ["tags": .array(["new", 3])])
#else
    // error: cannot convert value of type '[Any]' to expected dictionary value type '(any ParameterValue)?'
    let tagging = APIRequest.post("/items", ["tags": ["new", 3]])
#endif
