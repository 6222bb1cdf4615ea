// Only an optional output can be nil.
import BatonAPI

#if FIXED
    let user = Call<String?>(.get("/me")).returningNil(for: 404)
#else
    // error: referencing instance method 'returningNil(for:)' on 'Call' requires that 'String' conform to 'ExpressibleByNilLiteral'
    let user = Call<String>(.get("/me")).returningNil(for: 404)
#endif
