"""Projects with many workflows, for scripts/scale."""

import os

# Does some work without a server, so that nothing but Baton is measured.
STEPS = """\
vars: { total: 3 }
steps:
  - name: Add
    that: total + 1 == 4
  - name: Compare
    that: [ total > 2, total < 10 ]
"""


def write(folder, files, rows):
    """A project of so many files, each with so many rows; one row is a file without any."""
    os.makedirs(f"{folder}/workflows")
    with open(f"{folder}/baton.yaml", "w") as project:
        project.write("name: scale\n")
    for number in range(files):
        with open(f"{folder}/workflows/{name(number)}", "w") as file:
            file.write(f"name: Workflow {number}\n")
            if rows > 1:
                file.write("rows:\n")
                for row in range(rows):
                    file.write(f"  - {{ id: {row_name(row)}, count: {row} }}\n")
            file.write(STEPS)


def name(number):
    return f"part-{number // 100:03}-{number % 100:02}.yaml"


def row_name(row):
    return f"row-{row:03}"
