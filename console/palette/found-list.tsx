import { useEffect, useRef } from 'preact/hooks';
import { toSearchable } from '../../domain/text.ts';
import { formatValue } from '../history/format-value.ts';
import { useConsole } from '../support/scene.ts';
import type { Found, Group } from './sources.ts';
import { sayIn } from './words.ts';

interface FoundListProps {
  readonly id: string;
  readonly found: readonly Found[];
  readonly active: number;
  /** What was typed: its words are marked. */
  readonly words: string;
  readonly onActive: (index: number) => void;
  readonly onChoose: (found: Found) => void;
}

/** Results by group. The keyboard stays in the field above; `active` is the one that Enter opens. */
export function FoundList({ id, found, active, words, onActive, onChoose }: FoundListProps) {
  const scene = useConsole();
  const tell = sayIn(scene.language);
  const box = useRef<HTMLDivElement>(null);
  /** Days and amounts as the reader writes them. */
  const formatParts = (subtitle: string): string =>
    subtitle
      .split(' · ')
      .map((part) => formatValue(part, scene))
      .join(' · ');
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active, found]);
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <div ref={box} id={id} class="found" role="listbox" aria-label={tell('placeholder')} tabIndex={-1}>
      {groups.map((group: Group) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <p id={`${id}-${group}`} class="found-group">
            {tell(group)}
          </p>
          {found.map((one, index) =>
            one.group !== group ? null : (
              <div
                key={one.key}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => onActive(index)}
                onClick={() => onChoose(one)}
              >
                <span class="found-title">
                  <Marked text={one.title} words={words} />
                </span>
                {one.subtitle !== null && <span class="found-more">{formatParts(one.subtitle)}</span>}
              </div>
            ),
          )}
        </div>
      ))}
    </div>
  );
}

/** The text with the first occurrence of each word in bold. */
function Marked({ text, words }: { readonly text: string; readonly words: string }) {
  const searched = toSearchable(text);
  // Letters that are written with several in the searched text would move the marks.
  if (searched.length !== text.length) return <>{text}</>;
  const marks = toSearchable(words)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ from: searched.indexOf(word), to: searched.indexOf(word) + word.length }))
    .filter(({ from }) => from >= 0)
    .sort((one, other) => one.from - other.from);
  const parts: (string | preact.JSX.Element)[] = [];
  let done = 0;
  for (const { from, to } of marks) {
    if (from < done) continue;
    parts.push(text.slice(done, from), <b key={from}>{text.slice(from, to)}</b>);
    done = to;
  }
  return (
    <>
      {parts}
      {text.slice(done)}
    </>
  );
}
