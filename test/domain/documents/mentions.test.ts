import { expect } from 'chai';
import { findCountryPack } from '../../../domain/country-packs/index.ts';
import type { CountryCode } from '../../../domain/country-packs/index.ts';
import type { InvoiceContext, InvoiceVatCode } from '../../../domain/documents/invoice-context.ts';
import { findInvoiceWarnings } from '../../../domain/documents/invoice-warnings.ts';
import { chooseMentions } from '../../../domain/documents/mentions.ts';
import { findTaxPoint } from '../../../domain/documents/tax-point.ts';
import type { Language } from '../../../domain/language.ts';

interface Changes {
  readonly language?: Language;
  readonly company?: Partial<InvoiceContext['company']>;
  readonly customer?: Partial<InvoiceContext['customer']>;
  readonly document?: Partial<InvoiceContext['document']>;
  readonly settings?: InvoiceContext['settings'];
  readonly vatCode?: Partial<InvoiceVatCode>;
}

const NUMBERS: Readonly<Record<CountryCode, { readonly enterprise: string; readonly vat: string }>> = {
  BE: { enterprise: '0477472701', vat: 'BE0477472701' },
  FR: { enterprise: '732829320', vat: 'FR44732829320' },
  LU: { enterprise: 'B123456', vat: 'LU15027442' },
};

/** An invoice of one line to a business, complete but for the settings. */
function invoiceOf(country: CountryCode, code: string, changes: Changes = {}): InvoiceContext {
  const pack = findCountryPack(country)!;
  const found = pack.vatCodes.find((one) => one.code === code)!;
  const { kind, nature, rate, exigibility, intraListing, mention, marginKind } = found;
  const of = { code, kind, nature, rate, exigibility, intra_listing: intraListing };
  const vatCode = { id: 1, ...of, mention: mention ?? null, margin_kind: marginKind ?? null, ...changes.vatCode };
  const place = { address: null, street: 'Rue Haute', city: 'Ville', country };
  const { enterprise, vat } = NUMBERS[country];
  return {
    pack,
    language: changes.language ?? 'fr',
    company: {
      ...place,
      enterprise_number: enterprise,
      vat_number: vat,
      legal_form: 'SAS',
      legal_form_code: country === 'FR' ? '5710' : null,
      vat_regime: 'monthly',
      currency: 'EUR',
      ...changes.company,
    },
    settings: changes.settings ?? {},
    customer: { ...place, enterprise_number: enterprise, vat_number: vat, ...changes.customer },
    document: {
      kind: 'invoice',
      is_credit_note: false,
      document_date: '2026-10-05',
      due_date: '2026-11-04',
      currency: 'EUR',
      amount_vat: rate === '0.00' ? '0.00' : '20.00',
      booked_vat: null,
      booked_rate: null,
      supply_date: null,
      supply_period: null,
      delivery_address: null,
      order_reference: null,
      nature: 'goods',
      discount: null,
      lines: [{ vat_code_id: 1 }],
      ...changes.document,
    },
    vatCodes: new Map([[1, vatCode]]),
  };
}

const textOf = (context: InvoiceContext, code: string) =>
  chooseMentions(context).mentions.find((mention) => mention.code === code)?.text;
const codesOf = (context: InvoiceContext) => chooseMentions(context).mentions.map(({ code }) => code);
const missingOf = (context: InvoiceContext) =>
  chooseMentions(context).missing.map(({ code, setting, field }) => `${code}: ${setting ?? field}`);

describe('Mentions of an invoice', () => {
  it('give the reason why no tax is charged, with the article, in the language of the document', () => {
    expect(textOf(invoiceOf('BE', 'S-IC-G'), 'intracom_goods')).to.contain('article 39bis');
    expect(textOf(invoiceOf('BE', 'S-IC-S', { language: 'nl' }), 'intracom_services')).to.match(/^Btw verlegd/);
    expect(textOf(invoiceOf('FR', 'S-IC-G'), 'intracom_goods')).to.contain('262 ter');
    expect(textOf(invoiceOf('FR', 'S-FR'), 'small_business')).to.equal('TVA non applicable, article 293 B du CGI');
    expect(textOf(invoiceOf('LU', 'S-CC', { language: 'de' }), 'reverse_charge')).to.equal(
      'Steuerschuldnerschaft des Leistungsempfängers',
    );
    expect(textOf(invoiceOf('LU', 'S-EX', { language: 'en' }), 'export')).to.contain('43(1)(a)');
  });

  it('are none of the tax where it is charged', () => {
    expect(codesOf(invoiceOf('BE', 'S-21'))).to.deep.equal([]);
  });

  it('have the Belgian clauses of works and of renovation, from the day on which they apply', () => {
    expect(textOf(invoiceOf('BE', 'S-CC'), 'reverse_charge_works')).to.match(/^Autoliquidation : En l'absence/);
    expect(textOf(invoiceOf('BE', 'S-6-R', { language: 'nl' }), 'renovation')).to.match(/^Btw-tarief: Bij gebrek/);
    const early = invoiceOf('BE', 'S-CC', { document: { document_date: '2022-12-31' } });
    expect(textOf(early, 'reverse_charge_works')).to.equal('Autoliquidation');
    expect(codesOf(invoiceOf('BE', 'S-6-R', { document: { document_date: '2021-12-31' } }))).to.deep.equal([]);
  });

  it('name the kind of goods under the margin scheme', () => {
    const kinds = ['second_hand', 'art', 'antiques', 'travel'] as const;
    expect(
      kinds.map((margin_kind) => codesOf(invoiceOf('BE', 'S-MG-21', { vatCode: { margin_kind } }))[0]),
    ).to.deep.equal(['margin_second_hand', 'margin_art', 'margin_antiques', 'margin_travel']);
  });

  it('are the words of the VAT code where it has its own', () => {
    const own = invoiceOf('BE', 'S-ART44', { vatCode: { mention: 'Exempté - article 44, § 3, 1°' } });
    expect(chooseMentions(own).mentions).to.deep.equal([
      { code: 'vat_code_s_art44', text: 'Exempté - article 44, § 3, 1°', source: 'S-ART44' },
    ]);
  });

  it('are missing where an exempt VAT code has none', () => {
    const silent = invoiceOf('LU', 'S-ART44', { vatCode: { mention: null } });
    expect(missingOf(silent)).to.deep.equal(['exemption_reason: vat_code.S-ART44.mention']);
  });

  it('say on a Belgian credit note that the tax goes back to the State', () => {
    const note = invoiceOf('BE', 'S-21', { document: { is_credit_note: true }, language: 'nl' });
    expect(textOf(note, 'credit_note')).to.match(/^Btw terug te storten aan de Staat/);
    expect(codesOf(invoiceOf('FR', 'S-20', { document: { is_credit_note: true } }))).to.not.include('credit_note');
  });

  it('name self-billing, cash accounting and membership of a VAT group', () => {
    expect(textOf(invoiceOf('LU', 'S-17', { document: { kind: 'self_billed' } }), 'self_billing')).to.equal(
      'Autofacturation',
    );
    expect(codesOf(invoiceOf('LU', 'S-17', { vatCode: { exigibility: 'payment' } }))).to.include('cash_accounting');
    expect(codesOf(invoiceOf('FR', 'S-20', { company: { vat_regime: 'unit' } }))).to.include('group_member');
  });

  it('do not name articles of the own law for what a supplier abroad is exempt from', () => {
    const bought = (intra_listing: 'L' | 'S') =>
      codesOf(invoiceOf('BE', 'P-M-IC-21', { document: { kind: 'self_billed' }, vatCode: { intra_listing } }));
    expect(bought('L')).to.deep.equal(['self_billing']);
    expect(bought('S')).to.deep.equal(['intracom_services', 'self_billing']);
  });

  it('have the date or period of the supply, the order and the place of delivery', () => {
    const document = {
      supply_date: '2026-09-30',
      order_reference: 'PO 7',
      delivery_address: 'Quai 1\n75001 Paris',
    };
    const context = invoiceOf('FR', 'S-20', { document });
    expect(textOf(context, 'supply_date')).to.contain('30/09/2026');
    expect(textOf(context, 'order_reference')).to.contain('PO 7');
    expect(textOf(context, 'delivery_address')).to.equal('Adresse de livraison : Quai 1, 75001 Paris');
    expect(codesOf(invoiceOf('BE', 'S-21', { document: { supply_date: '2026-10-05' } }))).to.deep.equal([]);
    const period = { from: '2026-09-01', to: '2026-09-30' };
    const spoken = invoiceOf('BE', 'S-21', { language: 'en', document: { supply_period: period } });
    expect(textOf(spoken, 'supply_period')).to.equal('Period of supply: 01 Sep 2026 to 30 Sep 2026');
  });

  it('give the tax in the currency of the books', () => {
    const dollars = invoiceOf('LU', 'S-17', { document: { currency: 'USD', booked_vat: '1234.50' } });
    expect(textOf(dollars, 'tax_in_book_currency')).to.equal('Montant de la TVA en EUR : 1\u00a0234,50');
    const booked_rate = { rate: '1.1000', on: '2026-10-02' };
    const rated = invoiceOf('BE', 'S-21', { language: 'fr', document: { ...dollars.document, booked_rate } });
    expect(textOf(rated, 'tax_in_book_currency')).to.equal(
      'Montant de la TVA en EUR : 1\u00a0234,50 (1 EUR = 1,1 USD, 02/10/2026)',
    );
    const unknown = invoiceOf('LU', 'S-17', { document: { currency: 'USD' } });
    expect(missingOf(unknown)).to.deep.equal(['tax_in_book_currency: exchange_rate']);
  });
});

describe('Mentions of a French invoice', () => {
  const settings = {
    'legal.capital': '10000',
    'legal.register_city': 'Lyon',
    'legal.form_text': 'SAS',
    'invoices.late_interest_rate': '12.15',
  };

  it('follow the settings', () => {
    const context = invoiceOf('FR', 'S-20', { settings });
    expect(missingOf(context)).to.deep.equal([]);
    expect(textOf(context, 'company_capital')).to.equal('SAS au capital de 10\u00a0000\u00a0EUR');
    expect(textOf(context, 'company_register')).to.match(/^RCS Lyon 732.829.320$/);
    expect(textOf(context, 'late_interest')).to.contain('12,15 % par an');
    expect(textOf(context, 'recovery_indemnity')).to.match(/40 EUR$/);
    expect(textOf(context, 'no_discount')).to.equal("Pas d'escompte pour paiement anticipé");
    expect(textOf(context, 'nature_goods')).to.contain('livraison de biens');
    expect(textOf(context, 'customer_siren')).to.match(/732.829.320$/);
  });

  it('are missing where the settings or the document lack them', () => {
    const context = invoiceOf('FR', 'S-20', {
      customer: { enterprise_number: null, vat_number: 'MC000', street: null },
      document: { nature: null, due_date: null },
    });
    expect(missingOf(context)).to.deep.equal([
      'late_interest: invoices.late_interest_rate',
      'company_capital: legal.capital',
      'company_register: legal.register_city',
      'customer_siren: third_party.enterprise_number',
      'customer_address: third_party.address',
      'due_date: due_date',
      'nature: nature',
    ]);
  });

  it('begin with the reform where it introduced them', () => {
    const before = invoiceOf('FR', 'S-20', { settings, document: { document_date: '2026-08-31', nature: null } });
    expect(codesOf(before)).to.not.include('customer_siren').and.not.include('nature_goods');
    expect(missingOf(before)).to.deep.equal([]);
  });

  it('leave out to consumers what the law requires between businesses', () => {
    const consumer = { enterprise_number: null, vat_number: null };
    const codes = codesOf(invoiceOf('FR', 'S-20', { settings, customer: consumer, document: { nature: null } }));
    expect(codes).to.deep.equal(['company_capital', 'company_register']);
  });

  it('are the texts of the settings, in the language of the customer where they have it', () => {
    const texts = { 'invoices.late_interest_text': 'Trois fois le taux légal', 'invoices.discount_text': 'Net' };
    const languages = [{ language: 'en', late_interest: 'Three times the legal rate' }];
    const french = invoiceOf('FR', 'S-20', { settings: { ...settings, ...texts } });
    expect([textOf(french, 'late_interest'), textOf(french, 'no_discount')]).to.deep.equal([
      'Trois fois le taux légal',
      'Net',
    ]);
    const all = { ...settings, ...texts, 'invoices.texts': languages };
    expect(textOf(invoiceOf('FR', 'S-20', { language: 'en', settings: all }), 'late_interest')).to.equal(
      'Three times the legal rate',
    );
  });

  it('name the discount of the document and the option for debits', () => {
    const context = invoiceOf('FR', 'S-20', {
      settings: { ...settings, 'invoices.vat_on_debits': true },
      document: { nature: 'services', discount: { percent: '20', until: '2026-10-15' } },
    });
    expect(textOf(context, 'discount')).to.equal("Escompte pour paiement anticipé : 20 % jusqu'au 15/10/2026");
    expect(codesOf(context)).to.include('vat_on_debits').and.not.include('no_discount');
  });
});

describe('When the tax of an invoice becomes due', () => {
  const debits = { 'invoices.vat_on_debits': true };

  it('is stated for French companies that opted for debits, unless they sell goods', () => {
    const pointOf = (nature: 'goods' | 'services', settings: InvoiceContext['settings']) =>
      findTaxPoint(invoiceOf('FR', 'S-20', { document: { nature }, settings }));
    expect(pointOf('services', debits)).to.equal('invoice');
    expect(pointOf('goods', debits)).to.equal(null);
    expect(pointOf('services', {})).to.equal(null);
    expect(findTaxPoint(invoiceOf('BE', 'S-21', { settings: debits }))).to.equal(null);
  });

  it('is stated where it is the payment, and not without tax or for the supplier', () => {
    expect(findTaxPoint(invoiceOf('FR', 'S-E-20'))).to.equal('payment');
    expect(findTaxPoint(invoiceOf('LU', 'S-17', { vatCode: { exigibility: 'payment' } }))).to.equal('payment');
    expect(findTaxPoint(invoiceOf('FR', 'S-EXO', { settings: debits }))).to.equal(null);
    const document = { kind: 'self_billed', nature: 'services' } as const;
    expect(findTaxPoint(invoiceOf('FR', 'P-S-D-20', { document, settings: debits }))).to.equal(null);
  });
});

describe('Warnings before an invoice is issued', () => {
  const codes = (context: InvoiceContext) => findInvoiceWarnings(context).map(({ code }) => code);

  it('tell of a late invoice, a long term, and tax of a small business', () => {
    expect(codes(invoiceOf('BE', 'S-21'))).to.deep.equal([]);
    const late = { supply_date: '2026-08-31', document_date: '2026-09-16', due_date: '2026-12-01' };
    const franchise = { vat_regime: 'franchise' } as const;
    expect(codes(invoiceOf('BE', 'S-21', { document: late, company: franchise }))).to.deep.equal([
      'invoice_issued_late',
      'payment_term_too_long',
      'tax_of_small_business',
    ]);
    expect(codes(invoiceOf('LU', 'S-17', { document: { ...late, document_date: '2026-09-15' } }))).to.deep.equal([]);
  });
});
