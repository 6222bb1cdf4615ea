# The sample server of the guide, for readers who have no Swift. Swift's libraries are in it; libcurl comes from the system, as
# for the program.

make_demo() {
    local name=demo-api-$version-linux-$architecture folder=$work/demo root
    root=$folder/$name
    build_demo
    rm -rf "$folder"
    mkdir -p "$root"
    install -m 755 "$work/programs/demo-api" "$root/demo-api"
    strip --strip-all --remove-section=.comment --remove-section=.note "$root/demo-api"
    demo_licences >"$root/copyright"
    packed "$folder" "$name" | gzip -9n >"$output/$name.tar.gz"
}

# Builds once for a commit.
build_demo() {
    local key source=$(fixed demo-source) scratch=$(fixed demo-build)
    key="$(git rev-parse HEAD) $(swiftc --version 2>&1 | head -n 1)"
    if [ "$(cat "$work/programs/demo-built" 2>/dev/null)" = "$key" ]; then return; fi
    rm -rf "$source" "$scratch"
    mkdir -p "$source" "$work/programs"
    git archive HEAD Demo | tar -x -C "$source"
    build_release "$source/Demo" "$scratch" demo-api
    cp "$scratch/release/demo-api" "$work/programs/demo-api"
    echo "$key" >"$work/programs/demo-built"
}

demo_licences() {
    local checkouts
    checkouts=$(fixed demo-build)/checkouts
    echo "This file tells what licences the parts of the program demo-api have."
    echo
    own_licence
    swift_licence "The Swift runtime, Foundation and their libraries, linked statically"
    licence "FlyingFox, linked statically" "$checkouts/FlyingFox/LICENSE"
    licence "swift-argument-parser, linked statically" "$checkouts/swift-argument-parser/LICENSE.txt"
}
