import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { assertEventShape } from '../../../commands/support/event-schemas.ts';
import { eventCatalogue, upcastEvent } from '../../../domain/event-catalogue.ts';
import { isSameJson, type JsonRecord } from '../../../domain/json.ts';
import { findPersonalValues, type KnownPersons } from '../../../domain/persons/personal-values.ts';
import { createPersonalKey, type PersonalKey } from '../../../stores/vault/personal-key.ts';
import { findSealedParts, openValues, readWithoutKeys, sealValues } from '../../../stores/vault/sealed-data.ts';

interface Golden {
  readonly file: string;
  readonly type: string;
  readonly data: JsonRecord;
}

const folder = fileURLToPath(new URL('../../domain/golden-events', import.meta.url));
const golden: Golden[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    const [, type = '', version = '1'] = /^(\w+)\.v(\d+)/.exec(file) ?? [];
    const data = JSON.parse(readFileSync(join(folder, file), 'utf8')) as JsonRecord;
    return { file, type, data: upcastEvent({ type, version: Number(version), data }).data };
  });

/** Everyone is a natural person, mentioned by every text. */
const known: KnownPersons = {
  stream: 'company-1',
  listThirdParties: () => [{ name: 'Anne Dupont' }],
  findThirdPartyOfDocument: () => 1,
  listThirdPartyIds: () => [1],
};
const keys = new Map<string, PersonalKey>();
const find = (id: string): PersonalKey => {
  let key = keys.get(id);
  if (!key) keys.set(id, (key = createPersonalKey(id, randomBytes(32))));
  return key;
};
const fail = (id: string): never => {
  throw new Error(`${id} is missing`);
};

function seal({ type, data }: Golden): { sealed: JsonRecord; values: ReturnType<typeof findPersonalValues> } {
  const values = findPersonalValues(eventCatalogue[type]!.personal ?? [], data, known);
  return { values, sealed: sealValues({ id: 'e1', type }, data, values, 'company-1', { find, reportMissing: fail }) };
}
const copy = (data: JsonRecord): JsonRecord => JSON.parse(JSON.stringify(data)) as JsonRecord;

describe('Sealed data of events', () => {
  it('has the same bytes each time, and opens to what it was', () => {
    const types = new Set<string>();
    for (const event of golden) {
      const { sealed, values } = seal(event);
      expect(JSON.stringify(seal(event).sealed)).to.equal(JSON.stringify(sealed));
      if (values.length === 0) continue;
      types.add(event.type);
      const opened = { id: 'e1', type: event.type, data: copy(sealed) };
      expect(openValues(opened, findSealedParts(opened.data)!, find)).to.deep.equal([]);
      expect(isSameJson(opened.data, copy(event.data)), event.file).to.equal(true);
    }
    expect([...types]).to.include.members(['RecordsUpdated', 'UserRegistered', 'MailsQueued', 'SepaFileCreated']);
  });

  it('is in clear nowhere, and reads as erased without the keys, within the schema of the event', () => {
    for (const event of golden) {
      const { sealed, values } = seal(event);
      for (const { value } of values)
        if (typeof value === 'string' && value.length > 4)
          expect(JSON.stringify(sealed), event.file).to.not.include(JSON.stringify(value));
      const erased = readWithoutKeys({ id: 'e1', type: event.type, data: copy(sealed) });
      expect(() => assertEventShape(erased), event.file).to.not.throw();
      expect(erased.data).to.not.have.property('sealed');
    }
  });

  it('opens nothing of another event', () => {
    const event = golden.find(({ type }) => type === 'UserRegistered')!;
    const moved = { id: 'e2', type: event.type, data: copy(seal(event).sealed) };
    const lost = openValues(moved, findSealedParts(moved.data)!, find);
    expect(lost).to.have.members(['name', 'email']);
    expect(moved.data).to.include({ name: '[erased]', email: '[erased]' });
  });

  it('says which field was erased where readers ask for it', () => {
    const event = golden.find(({ type }) => type === 'UserRegistered')!;
    const shown = { id: 'e1', type: event.type, data: copy(seal(event).sealed) };
    openValues(shown, findSealedParts(shown.data)!, () => null, { erased: true });
    expect(shown.data['name']).to.deep.equal({ erased: true });
  });

  it('has no text if the key was destroyed before, and asks for keys that are not there yet', () => {
    const event = golden.find(({ type }) => type === 'UserRegistered')!;
    const { values } = seal(event);
    const missing: string[] = [];
    const report = (id: string) => missing.push(id);
    const gone = sealValues({ id: 'e1', type: event.type }, event.data, values, 'user-1', {
      find: () => null,
      reportMissing: report,
    });
    expect(findSealedParts(gone)!.map(({ text }) => text)).to.deep.equal(['']);
    expect(missing).to.deep.equal([]);
    sealValues({ id: 'e1', type: event.type }, event.data, values, 'user-1', {
      find: () => undefined,
      reportMissing: report,
    });
    expect(missing).to.have.length(1);
  });
});
