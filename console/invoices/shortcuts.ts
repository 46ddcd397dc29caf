import { useEffect, useRef } from 'preact/hooks';
import { isTyping } from '../support/typing.ts';

/** Single keys that act outside of fields and dialogs. */
export function useShortcuts(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const act = isTyping(event) ? undefined : latest.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
