import BatonSystem

/// A thread-local pointer to the loop that the thread belongs to.
enum ThreadMark {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    static var value: UnsafeRawPointer? {
        get { pthread_getspecific(key).map { UnsafeRawPointer($0) } }
        set { pthread_setspecific(key, newValue) }
    }
}
