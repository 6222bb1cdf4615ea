import BatonFiles
import Synchronization

/// Removes unfinished files of killed runs, once per run for each folder into which the run saves.
final class LeftoverSweep: Sendable {
    private let swept = Mutex<Set<FolderIdentity>>([])

    func remove(beside place: FilePlace) {
        guard let folder = place.folderIdentity else { return }
        if swept.withLock({ $0.insert(folder).inserted }) { place.removeLeftovers() }
    }
}
