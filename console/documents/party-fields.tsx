import { ThirdPartyInput } from '../components/third-party-input.tsx';
import type { ThirdPartyName } from '../support/answers.ts';
import { useConsole } from '../support/scene.ts';
import { PARTY_FIELDS, type Draft } from './draft.ts';
import { SheetField, TextField, useSheet } from './sheet-field.tsx';
import { sayIn } from './words.ts';

export interface PartyChoice {
  readonly chosen: ThirdPartyName | null;
  /** It is created with the document. */
  readonly isNew: boolean;
}

/** Names of the same value in messages about the sheet and about a new third party. */
const OTHER_NAMES = {
  name: ['name'],
  vat_number: ['vat_number'],
  iban: ['ibans', 'ibans.0', 'extracted.payment.iban'],
};

interface PartyFieldsProps {
  readonly draft: Draft;
  readonly initial: Draft;
  readonly choice: PartyChoice;
  readonly suggested: ThirdPartyName | null;
  /** Why it is suggested. */
  readonly reason: string | null;
  readonly onChoose: (choice: PartyChoice) => void;
  readonly onChange: (draft: Draft) => void;
}

/** The third party of the books, and what the document says about it. */
export function PartyFields({ draft, initial, choice, suggested, reason, onChoose, onChange }: PartyFieldsProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const { isReadOnly } = useSheet();
  const { chosen, isNew } = choice;
  const isSuggested = chosen !== null && chosen.id === suggested?.id;
  const type = draft.direction === '' ? undefined : draft.direction === 'sale' ? 'customer' : 'supplier';
  return (
    <div class="sheet-fields">
      <div class="wide">
        <SheetField
          label={tell('third_party')}
          path="counterparty.name"
          isRead={false}
          errorPaths={['third_party_id']}
          isEntered={chosen !== null && !isSuggested}
          reason={isSuggested ? reason : null}
        >
          {(control) =>
            isReadOnly ? (
              <input {...control} readOnly value={chosen?.name ?? ''} />
            ) : (
              <ThirdPartyInput
                {...control}
                value={chosen}
                type={type}
                onInput={(party) => onChoose({ chosen: party, isNew: party === null && isNew })}
              />
            )
          }
        </SheetField>
        {!isReadOnly && chosen === null && (
          <p>
            <label>
              <input
                type="checkbox"
                checked={isNew}
                onChange={({ currentTarget }) => onChoose({ chosen: null, isNew: currentTarget.checked })}
              />{' '}
              {tell(draft.direction === 'sale' ? 'new_customer' : 'new_supplier', { name: draft.party.name })}
            </label>
          </p>
        )}
      </div>
      {PARTY_FIELDS.map((name) => (
        <TextField
          key={name}
          label={tell(`party_${name}`)}
          class={name === 'name' ? 'wide' : ''}
          path={`counterparty.${name}`}
          errorPaths={[`extracted.counterparty.${name}`, ...OTHER_NAMES[name]]}
          value={draft.party[name]}
          initial={initial.party[name]}
          onInput={(text) => onChange({ ...draft, party: { ...draft.party, [name]: text } })}
        />
      ))}
    </div>
  );
}
