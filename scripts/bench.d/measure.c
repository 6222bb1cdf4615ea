// Runs a program and says what it cost, as the operating system counts it.
//
// usage: measure RESULT_FILE PROGRAM [ARGUMENT ...]
//
// Appends one line of JSON to the file: seconds of wall clock, of user and of system time, the largest resident set in
// kB, and the exit status. Children that the program waited for are counted with it. Exits as the program does.
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double seconds(struct timeval time) { return time.tv_sec + time.tv_usec / 1e6; }

int main(int count, char **arguments) {
    if (count < 3) {
        fprintf(stderr, "usage: measure RESULT_FILE PROGRAM [ARGUMENT ...]\n");
        return 2;
    }
    struct timespec start, end;
    pid_t process;
    clock_gettime(CLOCK_MONOTONIC, &start);
    // Spawned and not forked: a forked child would count this program's own memory as its own.
    int error = posix_spawnp(&process, arguments[2], NULL, NULL, arguments + 2, environ);
    if (error != 0) {
        fprintf(stderr, "measure: %s: %s\n", arguments[2], strerror(error));
        return 127;
    }
    int status;
    struct rusage usage;
    if (wait4(process, &status, 0, &usage) < 0) return 127;
    clock_gettime(CLOCK_MONOTONIC, &end);
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    FILE *result = fopen(arguments[1], "a");
    if (result == NULL) return 127;
    fprintf(result, "{\"wall\":%.6f,\"user\":%.6f,\"sys\":%.6f,\"maxrss_kb\":%ld,\"status\":%d}\n",
            (double)(end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) / 1e9, seconds(usage.ru_utime),
            seconds(usage.ru_stime), usage.ru_maxrss, code);
    return fclose(result) == 0 ? code : 127;
}
