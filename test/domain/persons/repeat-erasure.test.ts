import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import { listPersonalFields } from '../../../domain/persons/erasable-fields.ts';
import type { RepeatErasure } from '../../../domain/persons/repeat-erasure.ts';
import { buildCreateRecord, decided, openedEvents, openedFile, replay } from '../../support/company-file-samples.ts';
import { givenFor } from '../../support/given.ts';

const given = givenFor(companyFile);
const AT = '2026-11-18T09:30:00.000Z';
const jane = buildCreateRecord('third-parties', 1, { type: 'customer', name: 'Jane Doe', phone: '+32470000000' });
const repeat = (part: RepeatErasure['part'], id = 1): RepeatErasure => ({
  type: 'RepeatErasure',
  id,
  part,
  keys: ['k1'],
  erasedAt: AT,
});
const recorded = (part: RepeatErasure['part'], version: number): DomainEvent => ({
  type: 'PersonErased',
  data: {
    third_party_id: 1,
    version,
    part,
    fields: [...listPersonalFields(part)],
    keys: ['k1'],
    kept_until: null,
    reason: 'Erased before a restore of older data',
    erased_at: AT,
  },
});
type Command = Parameters<typeof companyFile.decide>[0];
const history = (...commands: readonly Command[]): DomainEvent[] =>
  commands.reduce<DomainEvent[]>((events, command) => [...events, ...decided(command, replay(events, openedFile))], []);

describe('an erasure whose event was lost with newer data', () => {
  it('is recorded again without the name of the person and whatever the law says', () => {
    given(openedEvents, history(jane))
      .when(repeat('all'))
      .then([recorded('all', 2)]);
    given(openedEvents, history(jane, repeat('contact')))
      .when(repeat('all'))
      .then([recorded('all', 3)]);
  });

  it('is not recorded twice, nor for a person whom the log has never known', () => {
    given(openedEvents, history(jane, repeat('all')))
      .when(repeat('all'))
      .then([]);
    given(openedEvents, history(jane, repeat('all')))
      .when(repeat('contact'))
      .then([]);
    given(openedEvents, history(jane)).when(repeat('all', 9)).then([]);
  });
});
