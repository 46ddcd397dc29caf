import { buildPdf } from './broken-documents.ts';

/** A small PDF with an invoice in it, of which each part can be wrong. */
export interface FacturXPdf {
  readonly xml: string;
  readonly fileName?: string;
  /** Null: none is stated. */
  readonly relationship?: string | null;
  /** Null: no metadata. */
  readonly level?: string | null;
  readonly namedFile?: string;
  readonly documentType?: string;
  readonly part?: string;
}

export const buildMetadata = ({
  level = 'EN 16931',
  namedFile = 'factur-x.xml',
  documentType = 'INVOICE',
  part = '3',
}: Omit<FacturXPdf, 'xml'>): string => `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="${part}" pdfaid:conformance="B"/>
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
<fx:DocumentType>${documentType}</fx:DocumentType><fx:DocumentFileName>${namedFile}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version><fx:ConformanceLevel>${level}</fx:ConformanceLevel></rdf:Description>
</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

const buildStream = (dictionary: string, text: string): string => {
  const bytes = Buffer.from(text).toString('latin1');
  return `<< ${dictionary} /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`;
};

export function buildFacturXPdf(options: FacturXPdf): Buffer {
  const { xml, fileName = 'factur-x.xml', relationship = 'Alternative', level = 'EN 16931' } = options;
  const stated = relationship === null ? '' : `/AFRelationship /${relationship} `;
  return buildPdf([
    `<< /Type /Catalog /Pages 2 0 R /AF [4 0 R] /Names << /EmbeddedFiles << /Names [(${fileName}) 4 0 R] >> >>${level === null ? '' : ' /Metadata 6 0 R'} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    `<< /Type /Filespec /F (${fileName}) /UF (${fileName}) ${stated}/EF << /F 5 0 R /UF 5 0 R >> >>`,
    buildStream('/Type /EmbeddedFile /Subtype /text#2Fxml', xml),
    buildStream('/Type /Metadata /Subtype /XML', level === null ? '' : buildMetadata(options)),
  ]);
}

const GUIDELINE = 'urn:cen.eu:en16931:2017';

/** The invoice in another profile; those without lines lose them. */
export function toProfile(xml: string, guideline: string): string {
  const stated = xml.replace(`<ram:ID>${GUIDELINE}</ram:ID>`, `<ram:ID>${guideline}</ram:ID>`);
  if (!/minimum|basicwl/.test(guideline)) return stated;
  const withoutLines = stated.replace(
    /<ram:IncludedSupplyChainTradeLineItem>[^]*<\/ram:IncludedSupplyChainTradeLineItem>/,
    '',
  );
  if (!guideline.endsWith('minimum')) return withoutLines;
  return withoutLines
    .replace(
      /<ram:(ApplicableTradeTax|SpecifiedTradePaymentTerms|SpecifiedTradeSettlementPaymentMeans|LineTotalAmount|PaymentReference)>[^]*?<\/ram:\1>/g,
      '',
    )
    .replace(
      /(<ram:BuyerTradeParty>[^]*)<ram:PostalTradeAddress>[^]*?<\/ram:PostalTradeAddress>([^]*<\/ram:BuyerTradeParty>)/,
      '$1$2',
    );
}
