// Tells the thread sanitizer what `Synchronization.Mutex` does when threads meet at one.
//
// The way of a lock that is free is compiled into each client, where the sanitizer sees it. The other way is inside the
// library, which is built without it: it would report whatever such a lock protects. Loaded before the library, these
// functions stand in for its own, call them, and add the order in time that they make. Nothing is hidden by that: what is
// touched without the lock is still found.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define CALL __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Programs that tests start are built without the sanitizer, and have neither.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

typedef CALL void Lock(uint32_t, SELF void *);
typedef CALL bool TryLock(SELF void *);
typedef CALL void Unlock(SELF void *);

CALL void lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
CALL bool tryLock(SELF void *mutex) __asm__(TRY_LOCK);
CALL void unlock(SELF void *mutex) __asm__(UNLOCK);

CALL void lock(uint32_t thread, SELF void *mutex) {
    ((Lock *)dlsym(RTLD_NEXT, LOCK))(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

CALL bool tryLock(SELF void *mutex) {
    bool isLocked = ((TryLock *)dlsym(RTLD_NEXT, TRY_LOCK))(mutex);
    if (isLocked && __tsan_acquire) __tsan_acquire(mutex);
    return isLocked;
}

CALL void unlock(SELF void *mutex) {
    if (__tsan_release) __tsan_release(mutex);
    ((Unlock *)dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
