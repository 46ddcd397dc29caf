import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useConsole } from '../support/scene.ts';
import { isTyping } from '../support/typing.ts';
import type { PaletteProps } from './palette.tsx';

/** The button that opens the palette, and its keys, which work everywhere. Its program is loaded when it is first opened. */
export function PaletteOpener() {
  const { say } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const [Palette, setPalette] = useState<FunctionComponent<PaletteProps> | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    if (isOpen && Palette === null)
      import('./palette.tsx').then(
        (loaded) => setPalette(() => loaded.Palette),
        () => setOpen(false),
      );
  }, [isOpen]);
  return (
    <>
      <button
        type="button"
        class="find"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <circle cx="7" cy="7" r="4.6" />
          <path d="m10.5 10.5 4 4" />
        </svg>
        <span class="find-label">{say('find_anything')}</span>
        <kbd>{IS_MAC ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && Palette && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A dialog keeps its keys: the palette does not open over it. */
function isPaletteKey(event: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return false;
  const isWithK =
    (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';
  return isWithK || (event.key === '/' && !isTyping(event));
}
