import { useEffect } from 'preact/hooks';

/** Moves the focus to what was opened, and back to where it was opened from. */

export function focusContent(): void {
  const content = document.querySelector<HTMLElement>('main');
  if (content === null) return;
  content.tabIndex = -1;
  content.focus();
}

let last: string | null = null;

/** Of a page, when the reader comes to it from another; where they begin, reading starts at the top. */
export function useFocusOnContent(shown: string): void {
  useEffect(() => {
    if (last !== null && last !== shown) focusContent();
    last = shown;
  }, [shown]);
}

/** The row that was opened last, by address of the page that it was opened from. */
const opened = new Map<string, string | number>();

export const rememberOpened = (key: string | number): void => void opened.set(location.hash, key);

/** Once: a later visit begins at the top. */
export function takeOpened(): string | number | undefined {
  const key = opened.get(location.hash);
  opened.delete(location.hash);
  return key;
}
