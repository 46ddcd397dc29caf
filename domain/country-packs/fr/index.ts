import {
  formatFrenchVatNumber,
  formatSiren,
  normaliseFrenchEnterpriseNumber,
  normaliseFrenchVatNumber,
} from '../../numbers/french-numbers.ts';
import { readExchangeAccounts, readExchangeItems } from '../exchange.ts';
import { frenchLatePayment } from '../late-payment.ts';
import { readInvoiceRequirements, readMentions } from '../mentions.ts';
import type { CountryPack } from '../pack.ts';
import { withMentions } from '../vat-mentions.ts';
import { charts } from './accounts.ts';
import { annualAccounts } from './annual-accounts.ts';
import { boxes } from './boxes.ts';
import { corporateTax } from './corporate-tax.ts';
import exchangeAccounts from './data/exchange-accounts.json' with { type: 'json' };
import exchangeItems from './data/exchange-items.json' with { type: 'json' };
import requirementTable from './data/invoice-requirements.json' with { type: 'json' };
import mentionTable from './data/mentions.json' with { type: 'json' };
import vatMentionTable from './data/vat-mentions.json' with { type: 'json' };
import { declarations } from './declarations.ts';
import { fixedAssets } from './fixed-assets.ts';
import { journals } from './journals.ts';
import { legalForms } from './legal-forms.ts';
import { vatCodes } from './vat-codes.ts';
import { vatRegimes } from './vat-regimes.ts';

export const france: CountryPack = {
  code: 'FR',
  currency: 'EUR',
  vatRegimes,
  vatCodes: withMentions(vatCodes, vatMentionTable),
  boxes,
  charts,
  legalForms,
  soleTraderForms: ['1000'],
  declarations,
  annualAccounts,
  journals,
  openingJournal: {
    code: 'AN',
    labels: { fr: 'À-nouveaux', nl: 'Heropening', en: 'Balances brought forward', de: 'Saldovorträge' },
  },
  finalDetails: ['label', 'reference'],
  // All below 5121: 5121 and 5124 distinguish accounts in euros from accounts in other currencies.
  bankAccounts: { first: '512000', last: '512099' },
  autoEntryAccounts: {
    vat: {
      payable: '445510',
      receivable: '445670',
      correctionPayable: '445880',
      correctionReceivable: '445890',
    },
    invoicesToReceive: { supplier: '408100', customer: '418100' },
    accruals: {
      creditNotesToReceive: '409800',
      creditNotesToIssue: '419800',
      vatToReceive: '445860',
      vatToIssue: '445870',
    },
    reconciliationDifference: { expense: '658900', income: '758900' },
    discounts: { granted: '665000', received: '765000' },
    transfers: { transit: '580000' },
    bankCharges: '627000',
    suspense: '471000',
  },
  taxOnPayment: {
    '445741': '445711',
    '445742': '445712',
    '445743': '445713',
    '445744': '445714',
    '445745': '445715',
    '445746': '445716',
    '445640': '445660',
  },
  // Goods too, since 2023: an advance is taxed when it is received (CGI 269-2 a bis).
  advances: { account: '419100', taxDue: 'payment' },
  corporateTax,
  exchange: {
    accounts: readExchangeAccounts(exchangeAccounts),
    items: readExchangeItems(exchangeItems),
    methods: ['item', 'global'],
    reversal: 'required',
    ownAccounts: {},
  },
  fixedAssets,
  suspenseAccounts: ['471', '472', '473'],
  latePayment: frenchLatePayment,
  earlyPayment: { taxedOn: 'full_price', source: 'CGI art. 267, II, 1°' },
  mentions: readMentions(mentionTable),
  invoiceRequirements: readInvoiceRequirements(requirementTable),
  enterpriseNumber: {
    example: '732 829 320',
    normalise: normaliseFrenchEnterpriseNumber,
    format: formatSiren,
  },
  vatNumber: {
    example: 'FR 44 732 829 320',
    normalise: normaliseFrenchVatNumber,
    format: formatFrenchVatNumber,
  },
};
