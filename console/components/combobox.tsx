import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { toSearchable } from '../../domain/text.ts';
import { useConsole } from '../support/scene.ts';
import type { Control } from './field.tsx';

export interface Choice {
  readonly value: string;
  /** Shown in the field once it is chosen. */
  readonly text: string;
  /** Shown beside the text in the list. */
  readonly hint?: string;
}

export interface ComboboxProps<Chosen extends Choice> extends Control {
  /** Those that fit what is typed, the best first. */
  readonly choices: readonly Chosen[];
  /** What the field shows while it is not typed in. */
  readonly shown: string;
  /** What the list is to show, on each change of the text and when the list is opened. */
  readonly onSearch: (text: string) => void;
  /** On each change of the text: nothing is chosen any more. */
  readonly onType: (text: string) => void;
  readonly onChoose: (choice: Chosen) => void;
  readonly isDisabled?: boolean | undefined;
}

/**
 * A field with a list of what fits, after the combobox pattern of WAI-ARIA with automatic selection: the first that fits
 * is taken on Enter, on Tab or when the reader goes on. Escape closes the list.
 */
export function Combobox<Chosen extends Choice>(props: ComboboxProps<Chosen>) {
  const { choices, shown, onSearch, onType, onChoose, isDisabled, ...control } = props;
  const { say } = useConsole();
  const list = useId();
  const box = useRef<HTMLUListElement>(null);
  /** What is being typed; null shows what was chosen. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** The reader went on before anything fitted: what comes now is taken. */
  const [isLeft, setLeft] = useState(false);
  const [active, setActive] = useState(0);
  // A value typed in full leaves nothing to choose, and its list would only cover what follows.
  const isShown = isOpen && choices.length > 0 && !(choices.length === 1 && choices[0]!.value === typed?.trim());
  const current = isShown ? choices[active] : undefined;

  const open = (text: string, at = 0): void => {
    onSearch(text);
    setActive(at);
    setOpen(true);
  };
  const choose = (choice: Chosen): void => {
    onChoose(choice);
    setOpen(false);
    setTyped(null);
  };
  const leave = (): void => {
    setOpen(false);
    if (typed === null || typed.trim() === '') setTyped(null);
    else if (isOpen && choices[active]) choose(choices[active]);
    else setLeft(true);
  };
  useEffect(() => {
    box.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active, isShown]);
  useEffect(() => {
    if (isLeft && typed !== null && choices[0]) choose(choices[0]);
  }, [isLeft, choices]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && !isOpen) open(typed ?? '');
    else if (step !== undefined) setActive((active + step + choices.length) % Math.max(choices.length, 1));
    else if (event.key === 'Enter' && current) choose(current);
    else if (event.key === 'Escape' && isShown) {
      setOpen(false);
      setTyped(null);
    } else return;
    // Neither the form nor the dialog around the field takes the key as well.
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="combobox">
      <input
        {...control}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={list}
        aria-activedescendant={current ? `${list}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        disabled={isDisabled}
        value={typed ?? shown}
        title={typed ?? shown}
        onFocus={(event) => {
          setLeft(false);
          event.currentTarget.select();
        }}
        onClick={() => !isOpen && open(typed ?? '')}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          onType(value);
          open(value);
        }}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      {/* Browsers put a list that scrolls on the way of the Tab key. */}
      <ul ref={box} id={list} role="listbox" tabIndex={-1} aria-label={say('choices')} hidden={!isShown}>
        {isShown &&
          choices.map((choice, index) => (
            <li
              key={choice.value}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === active}
              // The field keeps the focus while its list is clicked.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
            >
              {choice.text}
              {choice.hint !== undefined && <span class="quiet"> {choice.hint}</span>}
            </li>
          ))}
      </ul>
    </div>
  );
}

/** More are found by typing on. */
const MOST_SHOWN = 60;

/** Choices that contain all words that are typed. Those that begin with the first word come first. */
export function filterChoices<Chosen extends Choice>(choices: readonly Chosen[], typed: string): readonly Chosen[] {
  const words = toSearchable(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return choices.slice(0, MOST_SHOWN);
  const searched = choices.map((choice) => ({ choice, text: toSearchable(`${choice.text} ${choice.hint ?? ''}`) }));
  const found = searched.filter(({ text }) => words.every((word) => text.includes(word)));
  const begins = ({ text }: { readonly text: string }): number => (text.startsWith(words[0]!) ? 0 : 1);
  return found
    .sort((one, other) => begins(one) - begins(other))
    .slice(0, MOST_SHOWN)
    .map(({ choice }) => choice);
}
