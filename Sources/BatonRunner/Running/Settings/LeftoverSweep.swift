import BatonFiles
import Synchronization

/// Removes, once a run for each folder that it saves into, the unfinished files of runs that were killed.
final class LeftoverSweep: Sendable {
    private let swept = Mutex<Set<FolderIdentity>>([])

    func remove(beside place: FilePlace) {
        guard let folder = place.folderIdentity else { return }
        if swept.withLock({ $0.insert(folder).inserted }) { place.removeLeftovers() }
    }
}
