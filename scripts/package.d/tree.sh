# The files of an installation: program, manual pages, completions, and what belongs to them.

# usage: make_tree PROGRAM FOLDER ZSH       ZSH is the folder that zsh reads on that system, below share/zsh
make_tree() {
    local program=$1 folder=$2 zsh=$3 page
    rm -rf "$folder"
    mkdir -p "$folder/bin" "$folder/share/doc/baton" "$folder/share/bash-completion/completions" \
        "$folder/share/zsh/$zsh" "$folder/share/fish/vendor_completions.d"
    install -m 755 "$program" "$folder/bin/baton"
    strip --strip-all --remove-section=.comment --remove-section=.note "$folder/bin/baton"
    "$program" help --man-pages "$folder/share/man/man1"
    for page in "$folder"/share/man/man1/*; do gzip -9n "$page"; done
    "$program" completions bash >"$folder/share/bash-completion/completions/baton"
    "$program" completions zsh >"$folder/share/zsh/$zsh/_baton"
    "$program" completions fish >"$folder/share/fish/vendor_completions.d/baton.fish"
    copy_pages "$folder/share/doc/baton"
    find "$folder" -type d -exec chmod 755 {} +
}

# usage: copy_pages FOLDER       the pages that messages and `baton explain` name, and what these pages link to
copy_pages() {
    mkdir -p "$1/BatonFoundation" "$1/BatonTracing"
    cp -r README.md CHANGELOG.md CONTRIBUTING.md baton.yaml docs workflows "$1/"
    cp BatonFoundation/README.md "$1/BatonFoundation/"
    cp BatonTracing/README.md "$1/BatonTracing/"
    # What runs of the samples have left.
    find "$1/workflows" -type d \( -name .baton -o -name reports \) -prune -exec rm -rf {} +
    find "$1" -type f -exec chmod 644 {} +
}

# usage: licences [DEVELOPMENT PACKAGE OF A STATIC LIBRARY ...]       prints the file of copyrights
#
# The texts are those that the compiler, the packages and Debian come with.
licences() {
    local package log
    log=$(fixed build)/checkouts/swift-log
    # Where a program was given instead of built, the packages are those of the last build.
    if [ ! -d "$log" ]; then log=.build/checkouts/swift-log; fi
    echo "This file tells what licences the parts of the program baton have."
    echo
    own_licence
    swift_licence "The Swift runtime and its libraries, linked statically"
    licence "swift-log, linked statically" "$log/NOTICE.txt" "License: Apache-2.0, as above."
    for package in "$@"; do licence "$package of Debian, linked statically" "/usr/share/doc/$package/copyright"; done
}

# usage: licence TITLE FILE [LINE]
licence() {
    printf '\n%s\n%s\n\n' "$1" "${1//?/=}"
    if [ $# -gt 2 ]; then printf '%s\n\n' "$3"; fi
    cat "$2"
}

own_licence() {
    echo "Baton"
    echo "====="
    echo
    if [ -f LICENSE ]; then cat LICENSE; else echo "Copyright: the authors of Baton. Its source names no licence."; fi
}

# usage: swift_licence TITLE
swift_licence() {
    local toolchain
    toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")
    licence "$1" <(
        echo "Copyright: Apple Inc. and the Swift project authors."
        echo "License: Apache-2.0 with the exception below; on Debian the text is /usr/share/common-licenses/Apache-2.0."
        echo
        sed -n '/Runtime Library Exception/,$p' "$toolchain/share/swift/LICENSE.txt" | sed 's/^ *//'
    )
}
