// A file that calls `run` needs no further import: its default place is a macro of Swift Testing.
@_exported public import BatonWorkflows
@_exported public import Testing
