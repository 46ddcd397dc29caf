/** The VAT codes of sales; what they do in the return is reported in `vat-codes.ts`. */
import { toLabels } from '../chart.ts';
import type { PackVatCode, VatKind, VatNature } from '../pack.ts';
import { DUE_ACCOUNT, parseBoxEffects, withCreditNote, buildVatCodeBase, type Boxes } from './vat-code.ts';

type SaleRow = readonly [
  code: string,
  kind: VatKind,
  nature: VatNature | null,
  rate: number,
  base: Boxes,
  due: Boxes,
  intraListing: PackVatCode['intraListing'],
  fr: string,
  nl: string,
  en: string,
  de: string,
];

// oxfmt-ignore
const rows: readonly SaleRow[] = [
  ['S-17', 'standard', null, 17, '472 701', '702', null, 'Ventes au Luxembourg 17 %', 'Verkopen in Luxemburg 17 %', 'Domestic sales 17%', 'Inlandsverkäufe 17 %'],
  ['S-14', 'standard', null, 14, '472 703', '704', null, 'Ventes au Luxembourg 14 %', 'Verkopen in Luxemburg 14 %', 'Domestic sales 14%', 'Inlandsverkäufe 14 %'],
  ['S-8', 'standard', null, 8, '472 705', '706', null, 'Ventes au Luxembourg 8 %', 'Verkopen in Luxemburg 8 %', 'Domestic sales 8%', 'Inlandsverkäufe 8 %'],
  ['S-3', 'standard', null, 3, '472 031', '040', null, 'Ventes au Luxembourg 3 %', 'Verkopen in Luxemburg 3 %', 'Domestic sales 3%', 'Inlandsverkäufe 3 %'],
  ['S-0', 'standard', null, 0, '472 033', '', null, 'Ventes au Luxembourg 0 %', 'Verkopen in Luxemburg 0 %', 'Domestic sales 0%', 'Inlandsverkäufe 0 %'],
  ['S-I-17', 'standard', 'investment', 17, '472 701', '702', null, "Cessions de biens d'investissement 17 %", 'Overdrachten van bedrijfsmiddelen 17 %', 'Disposals of investment goods 17%', 'Veräußerungen von Investitionsgütern 17 %'],
  ['S-VAD-17', 'standard', null, 17, '471 701', '702', null, 'Ventes à distance et services électroniques sous le seuil de 10 000 euros 17 %', 'Afstandsverkopen en elektronische diensten onder de drempel van 10 000 euro 17 %', 'Distance sales and electronic services below the threshold of 10,000 euros 17%', 'Fernverkäufe und elektronische Dienstleistungen unter der Schwelle von 10 000 Euro 17 %'],
  ['S-PRIV-G-17', 'standard', 'goods', 17, '455 701', '702', null, 'Prélèvements privés de biens 17 %', 'Privéonttrekking van goederen 17 %', 'Private use of goods taken from the business 17%', 'Privatentnahme von Gegenständen 17 %'],
  ['S-PRIV-S-17', 'standard', 'services', 17, '456 701', '702', null, 'Avantages en nature et utilisation privée 17 %', 'Voordelen van alle aard en privégebruik 17 %', 'Benefits in kind and private use 17%', 'Sachbezüge und private Nutzung 17 %'],
  ['S-CC', 'reverse_charge', null, 0, '472 419', '', null, 'Ventes au Luxembourg - TVA due par le preneur', 'Verkopen in Luxemburg - Btw verlegd naar de afnemer', 'Domestic sales - VAT owed by the customer (reverse charge)', 'Inlandsverkäufe - Steuerschuld des Empfängers'],
  ['S-IC-G', 'intracom', 'goods', 0, '472 457', '', 'L', 'Livraisons intracommunautaires de biens', 'Intracommunautaire leveringen van goederen', 'Intra-Community supplies of goods', 'Innergemeinschaftliche Lieferungen von Gegenständen'],
  ['S-IC-T', 'intracom', 'goods', 0, '472 018', '', 'T', 'Ventes triangulaires', 'Driehoeksverkopen', 'Triangular sales', 'Dreiecksverkäufe'],
  ['S-IC-S', 'intracom', 'services', 0, '472 423', '', 'S', 'Prestations de services intracommunautaires', 'Intracommunautaire diensten', 'Intra-Community services', 'Innergemeinschaftliche Dienstleistungen'],
  ['S-IC-SX', 'intracom', 'services', 0, '472 424', '', null, "Prestations de services intracommunautaires exonérées dans l'État du preneur", 'Intracommunautaire diensten, vrijgesteld in de lidstaat van de afnemer', 'Intra-Community services exempt in the Member State of the customer', 'Innergemeinschaftliche Dienstleistungen, im Staat des Empfängers befreit'],
  ['S-EX', 'export', 'goods', 0, '472 014', '', null, 'Exportations de biens', 'Uitvoer van goederen', 'Exports of goods', 'Ausfuhren von Gegenständen'],
  ['S-ABR', 'outside_scope', null, 0, '472 019', '', null, "Autres opérations imposables à l'étranger", 'Andere in het buitenland belastbare handelingen', 'Other operations taxable abroad', 'Sonstige im Ausland steuerbare Umsätze'],
  ['S-OSS', 'outside_scope', null, 0, '472 226', '', null, 'Opérations déclarées au guichet unique (OSS et IOSS)', 'Handelingen aangegeven via het éénloketsysteem (OSS en IOSS)', 'Operations declared through the one-stop shop (OSS and IOSS)', 'Über die einzige Anlaufstelle (OSS und IOSS) erklärte Umsätze'],
  ['S-ART43', 'exempt', null, 0, '472 015', '', null, 'Ventes exonérées avec droit à déduction (articles 43 et 60bis)', 'Vrijgestelde verkopen met recht op aftrek (artikelen 43 en 60bis)', 'Exempt sales with a right to deduct (articles 43 and 60bis)', 'Befreite Verkäufe mit Vorsteuerabzug (Artikel 43 und 60bis)'],
  ['S-ART44', 'exempt', null, 0, '472 016', '', null, 'Ventes exonérées sans droit à déduction (articles 44 et 56quater)', 'Vrijgestelde verkopen zonder recht op aftrek (artikelen 44 en 56quater)', 'Exempt sales without a right to deduct (articles 44 and 56quater)', 'Befreite Verkäufe ohne Vorsteuerabzug (Artikel 44 und 56quater)'],
  ['S-TAB', 'exempt', 'goods', 0, '472 017', '', null, 'Tabacs dont la TVA a été perçue avec les accises', 'Tabak waarop de btw met de accijnzen is geheven', 'Tobacco whose VAT was collected with the excise duties', 'Tabakwaren, deren MwSt. mit den Verbrauchsteuern erhoben wurde'],
  ['S-FR', 'exempt', null, 0, '472 481', '', null, 'Ventes sous le régime national de franchise', 'Verkopen onder de nationale vrijstellingsregeling', 'Sales under the domestic small business scheme', 'Verkäufe unter der inländischen Kleinunternehmerregelung'],
  ['S-FR-EU', 'exempt', null, 0, '472 482', '', null, 'Ventes sous le régime transfrontalier de franchise', 'Verkopen onder de grensoverschrijdende vrijstellingsregeling', 'Sales under the cross-border small business scheme', 'Verkäufe unter der grenzüberschreitenden Kleinunternehmerregelung'],
  ['S-MG-17', 'margin', 'goods', 17, '472 701', '702', null, 'Régime de la marge - marge hors TVA 17 %', 'Margeregeling - marge zonder btw 17 %', 'Margin scheme - margin before VAT 17%', 'Differenzbesteuerung - Marge ohne MwSt. 17 %'],
  ['S-MG-14', 'margin', 'goods', 14, '472 703', '704', null, 'Régime de la marge - marge hors TVA 14 %', 'Margeregeling - marge zonder btw 14 %', 'Margin scheme - margin before VAT 14%', 'Differenzbesteuerung - Marge ohne MwSt. 14 %'],
  ['S-MG-8', 'margin', 'goods', 8, '472 705', '706', null, 'Régime de la marge - marge hors TVA 8 %', 'Margeregeling - marge zonder btw 8 %', 'Margin scheme - margin before VAT 8%', 'Differenzbesteuerung - Marge ohne MwSt. 8 %'],
  ['S-MG-3', 'margin', 'goods', 3, '472 031', '040', null, 'Régime de la marge - marge hors TVA 3 %', 'Margeregeling - marge zonder btw 3 %', 'Margin scheme - margin before VAT 3%', 'Differenzbesteuerung - Marge ohne MwSt. 3 %'],
  ['S-MG', 'margin', 'goods', 0, '', '', null, "Régime de la marge - prix d'achat des biens vendus", 'Margeregeling - aankoopprijs van de verkochte goederen', 'Margin scheme - cost of the goods sold', 'Differenzbesteuerung - Einkaufspreis der verkauften Gegenstände'],
  ['S-NA', 'outside_scope', null, 0, '', '', null, "Recettes hors champ d'application de la TVA", 'Ontvangsten buiten de werkingssfeer van de btw', 'Receipts outside the scope of VAT', 'Einnahmen außerhalb des Anwendungsbereichs der MwSt.'],
];

export const saleCodes: readonly PackVatCode[] = rows.map(sale);

function sale(row: SaleRow): PackVatCode {
  const [code, kind, nature, rate, base, due, intraListing, fr, nl, en, de] = row;
  return {
    ...buildVatCodeBase(code, kind, nature, rate, toLabels(fr, nl, en, de)),
    direction: 'sale',
    dueAccount: due === '' ? null : DUE_ACCOUNT,
    intraListing,
    boxes: withCreditNote({
      base: parseBoxEffects(base),
      due: parseBoxEffects(due),
      deductible: [],
      nonDeductible: [],
    }),
  };
}
