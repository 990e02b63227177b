//! Where the clusters of a table are: in memory that the system hands out zeroed, and only as it is first touched,
//! so that a table of any size is made, and forgotten, at once.

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::{FromBytes, FromZeros};

use super::{Cluster, MIB};

/// Up to this size a table is made of large pages. Each is found and zeroed as a whole when it is first touched, and a
/// search touches all of them at once: gigabytes would be missing in a short search.
const LARGE_PAGES_MAX: usize = 256 * MIB;
/// The size of a large page, as most systems have it.
const LARGE_PAGE: usize = 2 * MIB;

/// Who owns the memory.
enum Owner {
    /// Pages of their own, large ones if possible: a table is read all over, and the fewer pages it has, the more of
    /// their addresses the processor remembers.
    Pages(MmapMut),
    /// A part of the heap, on systems that cannot map memory.
    Heap(Vec<Cluster>),
}

impl Owner {
    fn clusters(&mut self) -> &mut [Cluster] {
        match self {
            // It cannot fail: pages are aligned far better than clusters, and were asked for in clusters.
            Owner::Pages(pages) => <[Cluster]>::mut_from_bytes(pages).unwrap_or_default(),
            Owner::Heap(clusters) => clusters,
        }
    }
}

type Clusters<'a> = &'a [Cluster];

self_cell! {
    /// Clusters, all empty at first, and the memory that they are in.
    pub(super) struct Memory {
        owner: MutBorrow<Owner>,
        #[covariant]
        dependent: Clusters,
    }
}

impl Memory {
    /// Memory for so many clusters; `None` if there is not that much.
    pub(super) fn zeroed(clusters: usize) -> Option<Memory> {
        let bytes = clusters.checked_mul(size_of::<Cluster>())?;
        let owner = match MmapMut::map_anon(bytes) {
            Ok(pages) => {
                if bytes <= LARGE_PAGES_MAX {
                    ask_for_large_pages(&pages);
                }
                Owner::Pages(pages)
            }
            Err(_) => Owner::Heap(Cluster::new_vec_zeroed(clusters).ok()?),
        };
        Some(Memory::new(MutBorrow::new(owner), |owner| owner.borrow_mut().clusters()))
    }

    /// Touches the large pages, so that they are there before a search needs them.
    pub(super) fn touch(&self) {
        let clusters = self.clusters();
        if size_of_val(clusters) <= LARGE_PAGES_MAX {
            clusters.iter().step_by(LARGE_PAGE / size_of::<Cluster>()).for_each(Cluster::touch);
        }
    }

    #[inline]
    pub(super) fn clusters(&self) -> &[Cluster] {
        self.borrow_dependent()
    }
}

/// Linux gives large pages to whoever asks; a system that does not is none the worse.
#[cfg(target_os = "linux")]
fn ask_for_large_pages(pages: &MmapMut) {
    if let Err(error) = pages.advise(memmap2::Advice::HugePage) {
        log::debug!("no large pages for the table: {error}");
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_pages: &MmapMut) {}
