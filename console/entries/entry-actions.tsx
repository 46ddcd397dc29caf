import { useEffect, useState } from 'preact/hooks';
import { hasRole, type Role } from '../shell/role.ts';
import type { Entry } from '../support/answers.ts';
import { useConsole } from '../support/scene.ts';
import { isTyping } from '../support/typing.ts';
import { toCopyItem } from './copied-draft.ts';
import { AmendDialog } from './amend-dialog.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import { sayIn } from './words.ts';

interface EntryActionsProps {
  readonly entry: Entry;
  readonly role: Role;
}

/** What can be done with a posted entry. Nothing in a moment of the past, and nothing for those who may only look. */
export function EntryActions({ entry, role }: EntryActionsProps) {
  const { place, goTo, language } = useConsole();
  const tell = sayIn(language);
  const [opened, setOpened] = useState<'amend' | 'reverse' | null>(null);
  const isOffered = hasRole(role, 'encoder') && place.at === undefined;
  const isReversible = entry.status === 'posted';
  const copy = (): void => goTo({ file: place.file, view: 'entries', item: toCopyItem(entry.id) });
  useEffect(() => {
    if (!isOffered) return;
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event)) return;
      if (event.key === 'e') setOpened('amend');
      else if (event.key === 'r' && isReversible) setOpened('reverse');
      else if (event.key === 'c') copy();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOffered, isReversible, entry.id]);
  if (!isOffered) return null;
  return (
    <div class="tools entry-actions">
      <button type="button" aria-keyshortcuts="e" onClick={() => setOpened('amend')}>
        {tell('amend')} <kbd>e</kbd>
      </button>
      {isReversible && (
        <button type="button" aria-keyshortcuts="r" onClick={() => setOpened('reverse')}>
          {tell('reverse')} <kbd>r</kbd>
        </button>
      )}
      <button type="button" aria-keyshortcuts="c" onClick={copy}>
        {tell('copy')} <kbd>c</kbd>
      </button>
      {opened === 'amend' && <AmendDialog entry={entry} onClose={() => setOpened(null)} />}
      {opened === 'reverse' && <ReverseDialog entry={entry} onClose={() => setOpened(null)} />}
    </div>
  );
}
