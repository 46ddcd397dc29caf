import { useEffect, useMemo, useState } from 'preact/hooks';
import { getFilePath, getLoadedValue, useConsole, useLoaded } from '../support/scene.ts';
import { Combobox, filterChoices, type Choice } from './combobox.tsx';
import type { ThirdPartyName } from '../support/answers.ts';
import type { Control } from './field.tsx';

/** What the list of third parties gives besides the name. */
interface FoundParty extends ThirdPartyName {
  readonly code: string | null;
  readonly city: string | null;
  readonly vat_number: string | null;
}

interface PartyChoice extends Choice {
  readonly party: FoundParty;
}

interface ThirdPartyInputProps extends Control {
  readonly value: ThirdPartyName | null;
  /** Given null while what is typed is not chosen. */
  readonly onInput: (party: ThirdPartyName | null) => void;
  /** Only customers or only suppliers; both without it. */
  readonly type?: 'customer' | 'supplier' | undefined;
  readonly isDisabled?: boolean | undefined;
}

/** Time without typing after which the service is asked. */
const PAUSE_MS = 120;
const MOST_FOUND = 20;

/** A customer or supplier by name, code, VAT number or town. The service searches: there may be thousands. */
export function ThirdPartyInput({ value, onInput, type, ...control }: ThirdPartyInputProps) {
  const { api, place } = useConsole();
  /** Null until the field is used. */
  const [searched, setSearched] = useState<string | null>(null);
  const asked = usePaused(searched);
  const path = `${getFilePath(place)}/third-parties`;
  const found = getLoadedValue(
    useLoaded(`${path} ${type} ${asked}`, async (signal) => {
      if (asked === null) return { text: null, parties: [] };
      const query = { q: asked.trim() || undefined, type, limit: MOST_FOUND };
      return { text: asked, parties: await api.get<readonly FoundParty[]>(path, query, signal) };
    }),
  );
  const choices = useMemo(() => {
    const all = (found?.parties ?? []).map(toChoice);
    // Found for what was typed before: only those that still fit.
    return found?.text === searched ? all : filterChoices(all, searched ?? '');
  }, [found, searched]);
  return (
    <Combobox
      {...control}
      choices={choices}
      shown={value?.name ?? ''}
      onSearch={setSearched}
      onType={() => onInput(null)}
      onChoose={({ party }) => onInput(party)}
    />
  );
}

function usePaused(text: string | null): string | null {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    // The list opens at once.
    if (paused === null) return setPaused(text);
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

function toChoice(party: FoundParty): PartyChoice {
  const hint = [party.code, party.city, party.vat_number].filter(Boolean).join(' · ');
  return { value: String(party.id), text: party.name, ...(hint !== '' && { hint }), party };
}
