# The version and the time of what is packaged, from git alone. Sets version, debian_version, architecture, maintainer and
# SOURCE_DATE_EPOCH.
#
# On a commit with the tag v1.2.3 the version is 1.2.3, five commits after it 1.2.3+5.g0123456789, and where no tag is
# reachable what Version.swift says with the commit: 0.1.0-dev+0123456789.

package_version() {
    local described tag count
    if described=$(git describe --tags --long --match 'v[0-9]*' --abbrev=10 2>/dev/null); then
        tag=${described%-*-*}
        count=${described#"$tag"-}
        count=${count%-*}
        if [ "$count" = 0 ]; then
            echo "${tag#v}"
        else
            echo "${tag#v}+$count.${described##*-}"
        fi
    else
        sed -n 's/.*text = "\(.*\)"/\1/p' Sources/BatonApplication/Context/Version.swift | tr -d '\n'
        echo "+$(git rev-parse --short=10 HEAD)"
    fi
}

version=$(package_version)
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.]+)?$ ]] ||
    fail "the tag makes the version $version, which is none: a tag is v1.2.3 or v1.2.3-rc.1"
# Debian sorts ~ before everything: 0.1.0~dev comes before 0.1.0.
# shellcheck disable=SC2034 # used by the other parts
debian_version=${version//-/\~}
# shellcheck disable=SC2034
architecture=$(dpkg --print-architecture)
# shellcheck disable=SC2034
maintainer=${BATON_MAINTAINER:-$(git log -1 --format='%an <%ae>')}
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
