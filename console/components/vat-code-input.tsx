import { useMemo, useState } from 'preact/hooks';
import { getFilePath, getLoadedValue, useConsole, useLoaded } from '../support/scene.ts';
import { Combobox, filterChoices } from './combobox.tsx';
import type { Control } from './field.tsx';

export interface VatCodeName {
  readonly id: number;
  readonly code: string;
  readonly label: string;
  readonly direction: 'purchase' | 'sale';
  readonly rate: string;
}

interface VatCodeInputProps extends Control {
  /** Code, such as `S21`; empty for none. */
  readonly value: string;
  /** Given the code, or what is typed as long as no code fits. */
  readonly onInput: (code: string) => void;
  /** Only codes for sales or for purchases; both without it. */
  readonly direction?: VatCodeName['direction'] | undefined;
  readonly isDisabled?: boolean | undefined;
  /** The active codes of the file, if the view has them already. */
  readonly codes?: readonly VatCodeName[] | undefined;
}

/** The active VAT codes of the file for `VatCodeInput`. Empty until they are read. */
export function useVatCodes(): readonly VatCodeName[] {
  const { api, place } = useConsole();
  const path = `${getFilePath(place)}/vat-codes`;
  return (
    getLoadedValue(useLoaded(path, (signal) => api.get<readonly VatCodeName[]>(path, { is_active: 'true' }, signal))) ??
    NONE
  );
}

const NONE: readonly VatCodeName[] = [];

/** A VAT code by its code, rate or description. */
export function VatCodeInput({ codes, ...props }: VatCodeInputProps) {
  return codes ? <KnownCodes {...props} codes={codes} /> : <ReadCodes {...props} />;
}

function ReadCodes(props: Omit<VatCodeInputProps, 'codes'>) {
  return <KnownCodes {...props} codes={useVatCodes()} />;
}

function KnownCodes({ value, onInput, direction, codes = NONE, ...control }: VatCodeInputProps) {
  const [searched, setSearched] = useState('');
  const all = useMemo(
    () =>
      codes
        .filter((one) => direction === undefined || one.direction === direction)
        .map(({ code, label }) => ({ value: code, text: code, hint: label })),
    [codes, direction],
  );
  const choices = useMemo(() => filterChoices(all, searched), [all, searched]);
  return (
    <Combobox
      {...control}
      choices={choices}
      shown={value}
      onSearch={setSearched}
      onType={(text) => onInput(text.trim())}
      onChoose={(choice) => onInput(choice.value)}
    />
  );
}
