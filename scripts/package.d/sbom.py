"""Prints a list of components as CycloneDX 1.6 in JSON: of the program, or of the image.

What the program consists of is asked of the program: the libraries that it loads, of ldd and dpkg; the Swift packages, of
the names of their symbols. Equal input gives equal bytes: nothing here depends on the time or on chance.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tarfile
import uuid
from datetime import datetime, timezone
from urllib.parse import quote

# A Swift package and the module of it that would be in the program. Packages that only tests use are in no program.
MODULES = {"swift-log": "Logging", "swift-subprocess": "Subprocess", "swift-system": "SystemPackage"}


def output(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def system():
    with open("/etc/os-release", encoding="utf-8") as file:
        values = dict(line.rstrip("\n").split("=", 1) for line in file if "=" in line)
    return values["ID"].strip('"'), values.get("VERSION_ID", "").strip('"')


def debian(name, version, architecture, **more):
    """A package of Debian."""
    vendor, release = system()
    purl = f"pkg:deb/{vendor}/{quote(name)}@{quote(version)}?arch={architecture}&distro={vendor}-{release}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl, **more}


def linkage(deb, tar):
    return [{"name": "baton:linkage:deb", "value": deb}, {"name": "baton:linkage:tar.gz", "value": tar}]


def installed(name):
    version, architecture = output("dpkg-query", "-W", "-f", "${Version} ${Architecture}", name).split()
    return version, architecture


def owner(path):
    """The package that a file is of. The same file may be known without /usr."""
    real = os.path.realpath(path)
    for candidate in (real, real.removeprefix("/usr"), path):
        found = subprocess.run(["dpkg", "-S", candidate], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    sys.exit(f"sbom.py: no package of Debian has {path}")


def loaded(program):
    """The packages of the libraries that a program loads, and those of them that it names itself."""
    paths = dict(re.findall(r"^\s*(\S+) => (/\S+)", output("ldd", program), re.MULTILINE))
    named = re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "--dynamic", program))
    return {owner(path) for path in paths.values()}, {owner(paths[name]) for name in named if name in paths}


def swift_packages(pins, program):
    """The packages that are linked in, by the mangled names of their modules."""
    with open(program, "rb") as file:
        content = file.read()
    for pin in pins:
        name, version = pin["identity"], pin["state"]["version"]
        if name not in MODULES:
            sys.exit(f"sbom.py: add the module of {name} to MODULES")
        module = MODULES[name]
        if f"$s{len(module)}{module}".encode() not in content:
            continue
        owner_name = pin["location"].removesuffix(".git").rsplit("/", 2)[-2]
        purl = f"pkg:swift/github.com/{owner_name}/{name}@{version}"
        yield {
            "type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl,
            "licenses": [{"license": {"id": "Apache-2.0"}}], "properties": linkage("static", "static"),
        }


def program_components(arguments):
    with open(arguments.packages, encoding="utf-8") as file:
        pins = json.load(file)["pins"]
    packages = list(swift_packages(pins, arguments.linked))
    if not packages:
        sys.exit(f"sbom.py: {arguments.linked} has no symbols of a Swift package: is it stripped?")
    runtime = {
        "type": "library", "bom-ref": f"swift-runtime@{arguments.swift}", "name": "swift-runtime",
        "version": arguments.swift, "description": "Swift's standard library, concurrency and libdispatch",
        "licenses": [{"expression": "Apache-2.0 WITH Swift-exception"}], "properties": linkage("static", "static"),
    }
    deb, deb_direct = loaded(arguments.linked)
    tar, tar_direct = loaded(arguments.static)
    libraries = [
        debian(
            name, *installed(name),
            properties=linkage("dynamic" if name in deb else "none", "dynamic" if name in tar else "none"))
        for name in sorted(deb | tar)
    ]
    static = [
        debian(name, *installed(name), properties=linkage("none", "static"))
        for name in sorted({pair.split("=")[1] for pair in arguments.library})
    ]
    direct = [one["bom-ref"] for one in libraries if one["name"] in deb_direct | tar_direct]
    own = [one["bom-ref"] for one in [runtime] + packages + static]
    return [runtime] + packages + libraries + static, own + direct


def image_components(arguments):
    """All packages that dpkg knows in the image."""
    with tarfile.open(arguments.root) as archive:
        status = archive.extractfile("./var/lib/dpkg/status").read().decode()
    components = []
    for paragraph in status.strip().split("\n\n"):
        fields = dict(re.findall(r"^([A-Za-z-]+): (.*)$", paragraph, re.MULTILINE))
        if fields["Status"].endswith(" installed") and fields["Package"] != "baton":
            components.append(debian(fields["Package"], fields["Version"], fields["Architecture"]))
    return components, [one["bom-ref"] for one in components]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["program", "image"])
    parser.add_argument("--version", required=True)
    parser.add_argument("--linked")
    parser.add_argument("--static")
    parser.add_argument("--packages")
    parser.add_argument("--swift")
    parser.add_argument("--library", action="append", default=[])
    parser.add_argument("--root")
    arguments = parser.parse_args()
    is_image = arguments.what == "image"
    components, direct = (image_components if is_image else program_components)(arguments)
    purl = f"pkg:generic/baton@{quote(arguments.version)}"
    baton = {
        "type": "container" if is_image else "application", "bom-ref": purl, "name": "baton",
        "version": arguments.version, "purl": purl,
    }
    made = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc)
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"timestamp": made.strftime("%Y-%m-%dT%H:%M:%SZ"), "component": baton},
        "components": components,
        "dependencies": [{"ref": purl, "dependsOn": sorted(direct)}]
        + [{"ref": one["bom-ref"]} for one in components],
    }
    # An identifier of this very content.
    content = json.dumps(document, sort_keys=True)
    document["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, content)}"
    json.dump(document, sys.stdout, indent=2, sort_keys=True)
    print()


main()
