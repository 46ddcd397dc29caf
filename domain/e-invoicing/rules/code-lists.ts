import { countries } from '../../reference/countries.ts';
import { currencies } from '../../reference/currencies.ts';

/** Code lists used in documents, by their public names. */

const parseCodes = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** All integers in a range, padded to a number of digits. */
const listRange = (from: number, to: number, digits = 1): string =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(digits, '0')).join(' ');

/** UNTDID 1001. */
export const INVOICE_TYPES = parseCodes(
  '71 80 82 84 102 130 202 203 204 211 218 219 295 325 326 331 380 382 383 384 385 386 387 388 389 390 393 394 395 456 457 527 553 575 623 633 751 780 817 870 875 876 877 935',
);
export const CREDIT_NOTE_TYPES = parseCodes('81 83 261 262 296 308 381 396 420 458 502 503 532');

/** Types accepted by the Peppol network for invoices and credit notes. */
export const PEPPOL_INVOICE_TYPES = parseCodes(
  '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877',
);
export const PEPPOL_CREDIT_NOTE_TYPES = parseCodes('81 83 381 396 532');

/** Types of invoices that the customer issues. */
export const SELF_BILLED_INVOICE_TYPES = parseCodes('389 527');
export const SELF_BILLED_CREDIT_NOTE_TYPES = parseCodes('261');

/** ISO 4217. */
export const CURRENCIES: ReadonlySet<string> = new Set(currencies.map(({ code }) => code));

/** ISO 3166-1, plus the codes used here for Kosovo and Northern Ireland. */
export const COUNTRIES: ReadonlySet<string> = new Set([...countries.map(({ code }) => code), '1A', 'XI']);

/** UNTDID 2005, codes for the tax point only. */
export const TAX_POINTS = parseCodes('3 35 432');

/** UNTDID 1153: two or three letters. */
export const isReferenceQualifier = (code: string): boolean => /^[A-Z]{2,3}$/.test(code);

/** ISO 6523, in order of registration. */
const ICD = parseCodes(listRange(1, 244, 4));
export const isRegister = (code: string): boolean => ICD.has(code);

/** Electronic address schemes. */
export const ADDRESS_SCHEMES = parseCodes(`
  0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 0191 0192 0193
  0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 0217 0218 0219 0220 0221 0225
  0230 0235 0240 0244 9901 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934
  9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959 AN AQ AS AU EM`);
/** The network delivers only to register numbers, not to mailboxes. */
export const PEPPOL_ADDRESS_SCHEMES: ReadonlySet<string> = new Set(
  [...ADDRESS_SCHEMES].filter((code) => /^\d/.test(code)),
);

/** UNTDID 7143: kinds of item classifications. */
export const isItemClassification = (code: string): boolean => /^[A-Z]{2,3}$/.test(code);

/** UNTDID 4461. */
export const PAYMENT_MEANS = parseCodes(`${listRange(1, 68)} 70 74 75 76 77 78 ${listRange(91, 98)} ZZZ`);

/** UNTDID 5305, codes used by the standard only. */
export const TAX_CATEGORIES = parseCodes('AE E S Z G O K L M B');

/** UNTDID 5189. */
export const ALLOWANCE_REASONS = parseCodes(`${listRange(1, 42)} ${listRange(44, 105)} ZZZ`);
export const PEPPOL_ALLOWANCE_REASONS = parseCodes('41 42 60 62 63 64 65 66 67 68 70 71 88 95 100 102 103 104 105');

/** UNTDID 7161. */
export const CHARGE_REASONS = parseCodes(`
  AA AAA AAC AAD AAE AAF AAH AAI AAS AAT AAV AAY AAZ ABA ABB ABC ABD ABF ABK ABL ABN ABR ABS ABT ABU ACF ACG ACH ACI ACJ ACK ACL
  ACM ACS ADC ADE ADJ ADK ADL ADM ADN ADO ADP ADQ ADR ADT ADW ADY ADZ AEA AEB AEC AED AEF AEH AEI AEJ AEK AEL AEM AEN AEO AEP AES
  AET AEU AEV AEW AEX AEY AEZ AJ AU CA CAB CAD CAE CAF CAI CAJ CAK CAL CAM CAN CAO CAP CAQ CAR CAS CAT CAU CAV CAW CAX CAY CAZ CD
  CG CS CT DAB DAC DAD DAF DAG DAH DAI DAJ DAK DAL DAM DAN DAO DAP DAQ DL EG EP ER FAA FAB FAC FC FH FI GAA HAA HD HH IAA IAB ID
  IF IR IS KO L1 LA LAA LAB LF MAE MI ML NAA OA PA PAA PC PL RAB RAC RAD RAF RE RF RH RV SA SAA SAD SAE SAI SG SH SM SU TAB TAC TT
  TV V1 V2 WH XAA YY ZZZ`);

/** VATEX: exemption reasons of the EU directive, by article, and of member states. */
const VATEX =
  /^VATEX-(EU-(79-C|132(-1[A-Q])?|135-1|143(-1([A-L]|FA))?|144|146-1E|148(-[A-G])?|151(-1([A-E]|AA))?|153|159|309|AE|D|F|G|I|IC|J|O)|FR-[A-Z0-9-]{1,30})$/;
export const isExemptionCode = (code: string): boolean => VATEX.test(code.toUpperCase());

/** Media types of attachments allowed in documents. */
export const MIME_TYPES = parseCodes(
  'application/pdf image/png image/jpeg text/csv application/vnd.openxmlformats-officedocument.spreadsheetml.sheet application/vnd.oasis.opendocument.spreadsheet',
);
