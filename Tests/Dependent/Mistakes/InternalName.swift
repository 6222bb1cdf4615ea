// What the library keeps for itself cannot be seen.
import BatonAPI

#if FIXED
    let type = RequestPath.self
#else
    // error: cannot find 'PathWriter' in scope
    let type = PathWriter.self
#endif
