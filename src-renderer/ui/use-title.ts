// The title of the window, as the system's list of windows shows it.
import { useEffect } from 'react';

/** Names the page in the title; undefined leaves the app's name alone. */
export function useTitle(page: string | undefined): void {
  useEffect(() => {
    document.title = page === undefined ? 'Slipway' : `${page} - Slipway`;
  }, [page]);
}
