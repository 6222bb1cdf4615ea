// Accepts connections and never answers: every request to it waits until its client gives up.
//
// usage: slow_server        prints the port of 127.0.0.1 that it listens on
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most = 1000 };

int main(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    struct pollfd waiting[most] = {{.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), .events = POLLIN}};
    nfds_t count = 1;
    if (bind(waiting[0].fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(waiting[0].fd, most) != 0 ||
        getsockname(waiting[0].fd, (struct sockaddr *)&address, &length) != 0) {
        perror("slow_server");
        return 1;
    }
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    // The only thing that ever happens to a connection is that its client closes it.
    while (poll(waiting, count, -1) > 0) {
        for (nfds_t index = count - 1; index > 0; index--) {
            char bytes[4096];
            if (waiting[index].revents != 0 && read(waiting[index].fd, bytes, sizeof bytes) <= 0) {
                close(waiting[index].fd);
                waiting[index] = waiting[--count];
            }
        }
        if (waiting[0].revents != 0 && count < most) {
            int client = accept(waiting[0].fd, NULL, NULL);
            if (client >= 0) waiting[count++] = (struct pollfd){.fd = client, .events = POLLIN};
        }
    }
    return 1;
}
