import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { Json, JsonRecord } from '../../../domain/json.ts';
import {
  buildCreateRecord,
  decided,
  openedEvents,
  openedFile,
  replay,
  findVatCodeId,
} from '../../support/company-file-samples.ts';
import { givenFor, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);
const code = (boxes: Json): JsonRecord => ({
  code: 'X',
  label: 'x',
  direction: 'purchase',
  kind: 'standard',
  rate: '21.00',
  boxes,
});
const none = { base: [], due: [], deductible: [], nonDeductible: [] };
const create = (boxes: Json) => given(openedEvents).when(buildCreateRecord('vat-codes', 1, code(boxes)));
const kept = (boxes: Json): Json | undefined =>
  (create(boxes).events[0]!.data['records'] as { data: JsonRecord }[])[0]!.data['boxes'];
const update = (id: number, boxes: Json) =>
  ({ type: 'UpdateRecord', resource: 'vat-codes', id, changes: { boxes }, baseVersion: null }) as const;

describe('Boxes of a VAT code', () => {
  it('are none unless they are given', () => {
    expect(kept(null)).to.deep.equal({ invoice: none, creditNote: none });
    expect(kept({})).to.deep.equal({ invoice: none, creditNote: none });
    expect(kept({ invoice: null, creditNote: { base: null } })).to.deep.equal({ invoice: none, creditNote: none });
  });

  it('are completed, and kept without what nobody knows', () => {
    const given = { invoice: { base: [{ box: '81', sign: 1, colour: 'red' }], more: 1 }, note: {} };
    expect(kept(given)).to.deep.equal({
      invoice: { ...none, base: [{ box: '81', sign: 1 }] },
      creditNote: none,
    });
    expect(kept({ creditNote: { base: [{ box: '81', sign: '-1' }] } })).to.deep.equal({
      invoice: none,
      creditNote: { ...none, base: [{ box: '81', sign: -1 }] },
    });
  });

  it('must be boxes of the return of the country, and none that is computed', () => {
    const boxes = {
      invoice: {
        base: [
          { box: '99', sign: 1 },
          { box: '81', sign: 1 },
        ],
        due: [{ box: 'XX', sign: 1 }],
      },
      creditNote: { deductible: [{ box: '71', sign: 1 }], nonDeductible: [{ box: 81, sign: 1 }] },
    };
    create(boxes).then(
      refusedAt(
        ['boxes.invoice.base.0.box', 'vat_box_unknown'],
        ['boxes.invoice.due.0.box', 'vat_box_computed'],
        ['boxes.credit_note.deductible.0.box', 'vat_box_computed'],
        ['boxes.credit_note.non_deductible.0.box', 'vat_box_unknown'],
      ),
    );
    create({ invoice: { base: [{ box: 'toString', sign: 1 }] } }).then(
      refusedAt(['boxes.invoice.base.0.box', 'vat_box_unknown']),
    );
  });

  it('are named once an amount, with a sign', () => {
    create({
      invoice: { base: [{ box: '81', sign: 1 }, { box: '81', sign: -1 }, { box: '82', sign: 2 }, {}] },
      creditNote: { base: [{ box: '81', sign: null }] },
    }).then(
      refusedAt(
        ['boxes.invoice.base.1.box', 'vat_box_repeated'],
        ['boxes.invoice.base.2.sign', 'vat_box_sign_invalid'],
        ['boxes.invoice.base.3.box', 'required'],
        ['boxes.invoice.base.3.sign', 'vat_box_sign_invalid'],
        ['boxes.credit_note.base.0.sign', 'vat_box_sign_invalid'],
      ),
    );
  });

  it('have the shape of objects and lists all the way down', () => {
    create({ invoice: 'x', creditNote: { base: {}, due: 'y', deductible: [5, []] } }).then(
      refusedAt(
        ['boxes.invoice', 'not_an_object'],
        ['boxes.credit_note.base', 'not_a_list'],
        ['boxes.credit_note.due', 'not_a_list'],
        ['boxes.credit_note.deductible.0', 'not_an_object'],
        ['boxes.credit_note.deductible.1', 'not_an_object'],
      ),
    );
    create({ invoice: { base: Array.from({ length: 10_000 }, () => ({ box: '?', sign: 0 })) } }).then(
      refusedAt(['boxes.invoice.base', 'list_too_long']),
    );
  });

  it('can be changed and emptied, but not spoilt', () => {
    const id = findVatCodeId('P-M-21', openedFile);
    given(openedEvents)
      .when(update(id, { invoice: { base: [{ box: '49x', sign: 1 }] } }))
      .then(refusedAt(['boxes.invoice.base.0.box', 'vat_box_unknown']));
    const emptied = given(openedEvents).when(update(id, null)).events[0]!;
    expect(emptied.data['changes']).to.deep.equal({ boxes: { invoice: none, creditNote: none } });
    const same = { invoice: { base: [] } };
    given(openedEvents, [emptied]).when(update(id, same)).then([]);
  });

  it('of a code from before there was a rule are not held against another change', () => {
    const old = {
      type: 'RecordsCreated',
      data: { resource: 'vat-codes', records: [{ id: 1, data: { ...code({ invoice: { due: 'odd' } }) } }] },
    };
    const rename = { ...update(1, null), changes: { label: 'Autre' } };
    expect(decided(rename, replay([...openedEvents, old]))).to.have.length(1);
  });
});
