import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { BookDocument } from '../../../domain/documents/booking.ts';
import { buildInvoiceContext } from '../../../domain/documents/build-context.ts';
import { findUnitCode } from '../../../domain/documents/unit-codes.ts';
import { getVatCategory } from '../../../domain/documents/ubl.ts';
import { toUblMentions } from '../../../domain/documents/ubl-mentions.ts';
import { chooseMentions } from '../../../domain/documents/mentions.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { vatCodes } from '../../../domain/vat-codes/vat-code.ts';
import { getRecords } from '../../../domain/records/state.ts';
import { findVatCodeId } from '../../support/company-file-samples.ts';
import { CUSTOMER, INCOME } from '../ledger/documents.ts';
import { booking, documentLine, openedFile, withDocument } from './samples.ts';

const sale = (vat_code: string, fields: Parameters<typeof withDocument>[0] = {}) =>
  withDocument({
    direction: 'sale',
    third_party_id: CUSTOMER,
    lines: [documentLine('100.00', vat_code, { account: INCOME.BE })],
    ...fields,
  });

const book = (document: ReturnType<typeof sale>, isStrict = false) => {
  const { facts, file } = document;
  const command: BookDocument = { type: 'BookDocument', facts, booking: booking(1, { isStrict }), baseVersion: null };
  return companyFile.decide(command, file);
};

const mentionsOf = (outcome: ReturnType<typeof book>) => {
  if (isRefusal(outcome)) throw new Error(JSON.stringify(outcome));
  const booked = outcome.find(({ type }) => type === 'DocumentBooked')!;
  return (booked.data as { readonly mentions?: readonly { readonly code: string }[] }).mentions;
};

describe('issuing a sale', () => {
  it('fixes its mentions, and records none where it has none', () => {
    expect(mentionsOf(book(sale('S-CC')))!.map(({ code }) => code)).to.deep.equal(['reverse_charge_works']);
    expect(mentionsOf(book(sale('S-21')))).to.equal(undefined);
  });

  it('is refused if it lacks what the law requires and must be complete', () => {
    const refused = book(sale('S-CC'), true);
    if (!isRefusal(refused)) throw new Error('It was issued');
    expect(refused.code).to.equal('mentions_missing');
    expect(refused.problems.map(({ code, field }) => [code, field])).to.deep.include.members([
      ['mention_missing_customer_vat_number', 'third_party.vat_number'],
      ['mention_missing_seller_register', 'legal.rpm_district'],
    ]);
  });

  it('never concerns a purchase', () => {
    const { facts, file } = withDocument();
    const command: BookDocument = {
      type: 'BookDocument',
      facts,
      booking: booking(1, { isStrict: true }),
      baseVersion: null,
    };
    expect(isRefusal(companyFile.decide(command, file))).to.equal(false);
  });
});

describe('mentions in an electronic invoice', () => {
  const written = (...codes: readonly string[]) => {
    const ids = codes.map((code) => findVatCodeId(code, openedFile));
    const { facts } = sale('S-21');
    const context = buildInvoiceContext({
      company: openedFile.identity,
      customer: {},
      document: { ...facts, lines: ids.map((vat_code_id) => ({ vat_code_id })) },
      vatCodes: ids.map((id) => ({ ...getRecords(openedFile.records, vatCodes).byId.get(id)!.data, id })),
      language: 'fr',
    });
    return toUblMentions(chooseMentions(context).mentions, context, getVatCategory);
  };

  it('are reasons of exemption beside the tax, with their codes, and notes otherwise', () => {
    const { exemptionReasons, exemptionCodes, notes } = written('S-IC-G', 'S-6-R');
    expect(exemptionReasons?.K).to.contain('39bis');
    expect(exemptionCodes).to.deep.equal({ K: 'VATEX-EU-IC' });
    expect(notes.map((note) => note.slice(0, 11))).to.deep.equal(['Taux de TVA']);
  });

  it('join the reasons of one category, which then has no code of one of them', () => {
    const { exemptionReasons, exemptionCodes } = written('S-ART44', 'S-FR');
    expect(exemptionReasons?.E!.split('\n')).to.have.lengthOf(2);
    expect(exemptionCodes).to.deep.equal({});
  });

  it('have units by their codes, and pieces for unknown ones', () => {
    expect(['h', 'Std.', 'm²', 'KGM', 'botte', null].map(findUnitCode)).to.deep.equal([
      ...['HUR', 'HUR', 'MTK', 'KGM', 'C62', 'C62'],
    ]);
  });
});
