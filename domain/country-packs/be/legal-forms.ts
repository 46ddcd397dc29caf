/**
 * The legal forms of the Crossroads Bank for Enterprises under their three digits, and the chart that each keeps. The
 * register gives natural persons no form: they have 000 here. Former forms stay, because companies founded under them
 * still carry their codes: 5xx had a social purpose, 2xx were civil companies, 1xx are of public law and 6xx of public
 * law with a social purpose (the forms of the code of 2019 have 610 to 617, 706 and 716).
 *
 * Only public limited companies, partnerships limited by shares and the European forms have kept a capital: that of
 * private and cooperative companies, old codes included, became a contribution by law on 1 January 2020. Whoever has
 * members or a public task rather than shareholders keeps the chart of associations.
 */
import { toLabels } from '../chart.ts';
import type { ChartVariant, Labels, PackLegalForm } from '../pack.ts';

/** `SRL|BV|GmbH`: the abbreviations in French, Dutch and German, or nothing. In English both of the first are usual. */
type Abbreviations = string;

type LegalFormRow = readonly [
  code: string,
  abbreviations: Abbreviations,
  fr: string,
  nl: string,
  en: string,
  de: string,
];

// oxfmt-ignore
const capital: readonly LegalFormRow[] = [
  ['001', 'SCE|SCE|SCE', 'Société coopérative européenne', 'Europese coöperatieve vennootschap', 'European cooperative society', 'Europäische Genossenschaft'],
  ['013', 'SCA|Comm.VA|KGaA', 'Société en commandite par actions', 'Commanditaire vennootschap op aandelen', 'Partnership limited by shares', 'Kommanditgesellschaft auf Aktien'],
  ['014', 'SA|NV|AG', 'Société anonyme', 'Naamloze vennootschap', 'Public limited company', 'Aktiengesellschaft'],
  ['027', 'SE|SE|SE', 'Société européenne', 'Europese vennootschap', 'European company', 'Europäische Gesellschaft'],
  ['040', '', 'Société congolaise', 'Congolese vennootschap', 'Congolese company', 'Kongolesische Gesellschaft'],
  ['114', 'SA|NV|AG', 'Société anonyme de droit public', 'Naamloze vennootschap van publiek recht', 'Public limited company under public law', 'Öffentlich-rechtliche Aktiengesellschaft'],
  ['213', '', 'Société civile sous forme de société en commandite par actions', 'Burgerlijke vennootschap onder de vorm van een commanditaire vennootschap op aandelen', 'Civil company in the form of a partnership limited by shares', 'Zivilrechtliche Gesellschaft in Form einer Kommanditgesellschaft auf Aktien'],
  ['214', '', 'Société civile sous forme de société anonyme', 'Burgerlijke vennootschap onder de vorm van een naamloze vennootschap', 'Civil company in the form of a public limited company', 'Zivilrechtliche Gesellschaft in Form einer Aktiengesellschaft'],
  ['414', '', 'Intercommunale', 'Intercommunale', 'Intermunicipal company', 'Interkommunale'],
  ['416', '', 'Association prestataire de services (Région flamande)', 'Dienstverlenende vereniging (Vlaams Gewest)', 'Service-providing association (Flemish Region)', 'Dienstleistende Vereinigung (Flämische Region)'],
  ['417', '', 'Association chargée de mission (Région flamande)', 'Opdrachthoudende vereniging (Vlaams Gewest)', 'Mandated association (Flemish Region)', 'Beauftragte Vereinigung (Flämische Region)'],
  ['418', 'RCA|AGB|AGR', 'Régie communale autonome', 'Autonoom gemeentebedrijf', 'Autonomous municipal company', 'Autonome Gemeinderegie'],
  ['419', 'RPA|APB|APR', 'Régie provinciale autonome', 'Autonoom provinciebedrijf', 'Autonomous provincial company', 'Autonome Provinzialregie'],
  ['513', '', 'Société en commandite par actions à finalité sociale', 'Commanditaire vennootschap op aandelen met een sociaal oogmerk', 'Partnership limited by shares with a social purpose', 'Kommanditgesellschaft auf Aktien mit sozialer Zielsetzung'],
  ['514', '', 'Société anonyme à finalité sociale', 'Naamloze vennootschap met een sociaal oogmerk', 'Public limited company with a social purpose', 'Aktiengesellschaft mit sozialer Zielsetzung'],
  ['614', '', 'Société anonyme de droit public à finalité sociale', 'Naamloze vennootschap van publiek recht met een sociaal oogmerk', 'Public limited company under public law with a social purpose', 'Öffentlich-rechtliche Aktiengesellschaft mit sozialer Zielsetzung'],
];

// oxfmt-ignore
const noCapital: readonly LegalFormRow[] = [
  ['000', '', 'Entreprise personne physique', 'Onderneming natuurlijk persoon', 'Sole trader', 'Einzelunternehmen (natürliche Person)'],
  ['003', '', 'Unité TVA', 'Btw-eenheid', 'VAT unit', 'MwSt.-Einheit'],
  ['006', 'SCRI|CVOA|Gen.mubH', 'Société coopérative à responsabilité illimitée', 'Coöperatieve vennootschap met onbeperkte aansprakelijkheid', 'Cooperative company with unlimited liability', 'Genossenschaft mit unbeschränkter Haftung'],
  ['007', '', 'Société coopérative à responsabilité illimitée, coopérative de participation', 'Coöperatieve vennootschap met onbeperkte aansprakelijkheid bij wijze van deelneming', 'Participatory cooperative company with unlimited liability', 'Beteiligungsgenossenschaft mit unbeschränkter Haftung'],
  ['008', 'SCRL|CVBA|Gen.mbH', 'Société coopérative à responsabilité limitée', 'Coöperatieve vennootschap met beperkte aansprakelijkheid', 'Cooperative company with limited liability', 'Genossenschaft mit beschränkter Haftung'],
  ['009', '', 'Société coopérative à responsabilité limitée, coopérative de participation', 'Coöperatieve vennootschap met beperkte aansprakelijkheid bij wijze van deelneming', 'Participatory cooperative company with limited liability', 'Beteiligungsgenossenschaft mit beschränkter Haftung'],
  ['010', 'SPRLU|EBVBA|PGmbHmA', 'Société privée à responsabilité limitée unipersonnelle', 'Eenpersoons besloten vennootschap met beperkte aansprakelijkheid', 'Single-member private limited liability company', 'Einpersonen-Privatgesellschaft mit beschränkter Haftung'],
  ['011', 'SNC|VOF|OHG', 'Société en nom collectif', 'Vennootschap onder firma', 'General partnership', 'Offene Handelsgesellschaft'],
  ['012', 'SCS|Comm.V|EKG', 'Société en commandite simple', 'Gewone commanditaire vennootschap', 'Ordinary limited partnership', 'Einfache Kommanditgesellschaft'],
  ['015', 'SPRL|BVBA|PGmbH', 'Société privée à responsabilité limitée', 'Besloten vennootschap met beperkte aansprakelijkheid', 'Private limited liability company (former form)', 'Privatgesellschaft mit beschränkter Haftung'],
  ['016', '', 'Société coopérative (ancien statut)', 'Coöperatieve vennootschap (oud statuut)', 'Cooperative company (former status)', 'Genossenschaft (altes Statut)'],
  ['025', 'SAgr|LV|LG', 'Société agricole', 'Landbouwvennootschap', 'Agricultural company', 'Landwirtschaftliche Gesellschaft'],
  ['030', '', 'Entité étrangère', 'Buitenlandse entiteit', 'Foreign entity', 'Ausländische Einheit'],
  ['051', '', 'Autre forme de droit privé avec personnalité juridique', 'Andere privaatrechtelijke vorm met rechtspersoonlijkheid', 'Other form under private law with legal personality', 'Sonstige privatrechtliche Form mit Rechtspersönlichkeit'],
  ['060', 'GIE|ESV|WIV', "Groupement d'intérêt économique", 'Economisch samenwerkingsverband', 'Economic interest grouping', 'Wirtschaftliche Interessenvereinigung'],
  ['065', 'GEIE|EESV|EWIV', "Groupement européen d'intérêt économique", 'Europees economisch samenwerkingsverband', 'European economic interest grouping', 'Europäische wirtschaftliche Interessenvereinigung'],
  ['106', '', 'Société coopérative à responsabilité illimitée de droit public', 'Coöperatieve vennootschap met onbeperkte aansprakelijkheid van publiek recht', 'Cooperative company with unlimited liability under public law', 'Öffentlich-rechtliche Genossenschaft mit unbeschränkter Haftung'],
  ['107', '', 'Société coopérative à responsabilité illimitée de droit public, coopérative de participation', 'Coöperatieve vennootschap met onbeperkte aansprakelijkheid van publiek recht bij wijze van deelneming', 'Participatory cooperative company with unlimited liability under public law', 'Öffentlich-rechtliche Beteiligungsgenossenschaft mit unbeschränkter Haftung'],
  ['108', '', 'Société coopérative à responsabilité limitée de droit public', 'Coöperatieve vennootschap met beperkte aansprakelijkheid van publiek recht', 'Cooperative company with limited liability under public law', 'Öffentlich-rechtliche Genossenschaft mit beschränkter Haftung'],
  ['109', '', 'Société coopérative à responsabilité limitée de droit public, coopérative de participation', 'Coöperatieve vennootschap met beperkte aansprakelijkheid van publiek recht bij wijze van deelneming', 'Participatory cooperative company with limited liability under public law', 'Öffentlich-rechtliche Beteiligungsgenossenschaft mit beschränkter Haftung'],
  ['116', '', 'Société coopérative de droit public (ancien statut)', 'Coöperatieve vennootschap van publiek recht (oud statuut)', 'Cooperative company under public law (former status)', 'Öffentlich-rechtliche Genossenschaft (altes Statut)'],
  ['151', '', 'Autre forme légale', 'Andere rechtsvorm', 'Other legal form', 'Sonstige Rechtsform'],
  ['200', '', 'Société en formation', 'Vennootschap in oprichting', 'Company being formed', 'Gesellschaft in Gründung'],
  ['206', '', 'Société civile sous forme de société coopérative à responsabilité illimitée', 'Burgerlijke vennootschap onder de vorm van een coöperatieve vennootschap met onbeperkte aansprakelijkheid', 'Civil company in the form of a cooperative company with unlimited liability', 'Zivilrechtliche Gesellschaft in Form einer Genossenschaft mit unbeschränkter Haftung'],
  ['208', '', 'Société civile sous forme de société coopérative à responsabilité limitée', 'Burgerlijke vennootschap onder de vorm van een coöperatieve vennootschap met beperkte aansprakelijkheid', 'Civil company in the form of a cooperative company with limited liability', 'Zivilrechtliche Gesellschaft in Form einer Genossenschaft mit beschränkter Haftung'],
  ['211', '', 'Société civile sous forme de société en nom collectif', 'Burgerlijke vennootschap onder de vorm van een vennootschap onder firma', 'Civil company in the form of a general partnership', 'Zivilrechtliche Gesellschaft in Form einer offenen Handelsgesellschaft'],
  ['212', '', 'Société civile sous forme de société en commandite simple', 'Burgerlijke vennootschap onder de vorm van een gewone commanditaire vennootschap', 'Civil company in the form of an ordinary limited partnership', 'Zivilrechtliche Gesellschaft in Form einer einfachen Kommanditgesellschaft'],
  ['215', '', 'Société civile sous forme de société privée à responsabilité limitée', 'Burgerlijke vennootschap onder de vorm van een besloten vennootschap met beperkte aansprakelijkheid', 'Civil company in the form of a private limited liability company', 'Zivilrechtliche Gesellschaft in Form einer Privatgesellschaft mit beschränkter Haftung'],
  ['225', '', 'Société civile sous forme de société agricole', 'Burgerlijke vennootschap onder de vorm van een landbouwvennootschap', 'Civil company in the form of an agricultural company', 'Zivilrechtliche Gesellschaft in Form einer landwirtschaftlichen Gesellschaft'],
  ['230', '', "Entité étrangère propriétaire d'un immeuble en Belgique", 'Buitenlandse entiteit met onroerend goed in België', 'Foreign entity owning real estate in Belgium', 'Ausländische Einheit mit Immobilie in Belgien'],
  ['235', '', 'Entité étrangère sans établissement belge, avec représentant pour la TVA', 'Buitenlandse entiteit zonder Belgische vestiging, met btw-vertegenwoordiger', 'Foreign entity without a Belgian establishment, with a VAT representative', 'Ausländische Einheit ohne belgische Niederlassung, mit MwSt.-Vertreter'],
  ['260', '', "Groupement d'intérêt économique sans siège, avec établissement en Belgique", 'Economisch samenwerkingsverband zonder zetel, met vestiging in België', 'Economic interest grouping without a seat, with an establishment in Belgium', 'Wirtschaftliche Interessenvereinigung ohne Sitz, mit Niederlassung in Belgien'],
  ['265', '', "Groupement européen d'intérêt économique sans siège, avec établissement en Belgique", 'Europees economisch samenwerkingsverband zonder zetel, met vestiging in België', 'European economic interest grouping without a seat, with an establishment in Belgium', 'Europäische wirtschaftliche Interessenvereinigung ohne Sitz, mit Niederlassung in Belgien'],
  ['453', '', 'Société étrangère cotée en bourse sans établissement en Belgique', 'Beursgenoteerde buitenlandse vennootschap zonder vestiging in België', 'Listed foreign company without an establishment in Belgium', 'Börsennotierte ausländische Gesellschaft ohne Niederlassung in Belgien'],
  ['454', '', "Entité étrangère sans personnalité juridique propriétaire d'un immeuble en Belgique", 'Buitenlandse entiteit zonder rechtspersoonlijkheid met onroerend goed in België', 'Foreign entity without legal personality owning real estate in Belgium', 'Ausländische Einheit ohne Rechtspersönlichkeit mit Immobilie in Belgien'],
  ['506', '', 'Société coopérative à responsabilité illimitée à finalité sociale', 'Coöperatieve vennootschap met onbeperkte aansprakelijkheid en met een sociaal oogmerk', 'Cooperative company with unlimited liability and a social purpose', 'Genossenschaft mit unbeschränkter Haftung und sozialer Zielsetzung'],
  ['508', '', 'Société coopérative à responsabilité limitée à finalité sociale', 'Coöperatieve vennootschap met beperkte aansprakelijkheid en met een sociaal oogmerk', 'Cooperative company with limited liability and a social purpose', 'Genossenschaft mit beschränkter Haftung und sozialer Zielsetzung'],
  ['510', '', 'Société privée à responsabilité limitée unipersonnelle à finalité sociale', 'Eenpersoons besloten vennootschap met beperkte aansprakelijkheid en met een sociaal oogmerk', 'Single-member private limited liability company with a social purpose', 'Einpersonen-Privatgesellschaft mit beschränkter Haftung und sozialer Zielsetzung'],
  ['511', '', 'Société en nom collectif à finalité sociale', 'Vennootschap onder firma met een sociaal oogmerk', 'General partnership with a social purpose', 'Offene Handelsgesellschaft mit sozialer Zielsetzung'],
  ['512', '', 'Société en commandite simple à finalité sociale', 'Gewone commanditaire vennootschap met een sociaal oogmerk', 'Ordinary limited partnership with a social purpose', 'Einfache Kommanditgesellschaft mit sozialer Zielsetzung'],
  ['515', '', 'Société privée à responsabilité limitée à finalité sociale', 'Besloten vennootschap met beperkte aansprakelijkheid en met een sociaal oogmerk', 'Private limited liability company with a social purpose', 'Privatgesellschaft mit beschränkter Haftung und sozialer Zielsetzung'],
  ['560', '', "Groupement d'intérêt économique à finalité sociale", 'Economisch samenwerkingsverband met een sociaal oogmerk', 'Economic interest grouping with a social purpose', 'Wirtschaftliche Interessenvereinigung mit sozialer Zielsetzung'],
  ['606', '', 'Société coopérative à responsabilité illimitée de droit public à finalité sociale', 'Coöperatieve vennootschap met onbeperkte aansprakelijkheid van publiek recht met een sociaal oogmerk', 'Cooperative company with unlimited liability under public law with a social purpose', 'Öffentlich-rechtliche Genossenschaft mit unbeschränkter Haftung und sozialer Zielsetzung'],
  ['608', '', 'Société coopérative à responsabilité limitée de droit public à finalité sociale', 'Coöperatieve vennootschap met beperkte aansprakelijkheid van publiek recht met een sociaal oogmerk', 'Cooperative company with limited liability under public law with a social purpose', 'Öffentlich-rechtliche Genossenschaft mit beschränkter Haftung und sozialer Zielsetzung'],
  ['610', 'SRL|BV|GmbH', 'Société à responsabilité limitée', 'Besloten vennootschap', 'Private limited company', 'Gesellschaft mit beschränkter Haftung'],
  ['612', 'SComm|CommV|KommG', 'Société en commandite', 'Commanditaire vennootschap', 'Limited partnership', 'Kommanditgesellschaft'],
  ['616', 'SRL|BV|GmbH', 'Société à responsabilité limitée de droit public', 'Besloten vennootschap van publiek recht', 'Private limited company under public law', 'Öffentlich-rechtliche Gesellschaft mit beschränkter Haftung'],
  ['617', 'SComm|CommV|KommG', 'Société en commandite de droit public', 'Commanditaire vennootschap van publiek recht', 'Limited partnership under public law', 'Öffentlich-rechtliche Kommanditgesellschaft'],
  ['651', '', 'Autre forme légale de droit public à finalité sociale', 'Andere rechtsvorm van publiek recht met een sociaal oogmerk', 'Other legal form under public law with a social purpose', 'Sonstige öffentlich-rechtliche Rechtsform mit sozialer Zielsetzung'],
  ['701', '', 'Société commerciale irrégulière', 'Onregelmatige handelsvennootschap', 'Irregular commercial company', 'Irreguläre Handelsgesellschaft'],
  ['702', '', 'Société simple', 'Maatschap', 'Ordinary partnership', 'Einfache Gesellschaft'],
  ['703', '', 'Société momentanée', 'Tijdelijke handelsvennootschap', 'Temporary partnership', 'Gelegenheitsgesellschaft'],
  ['704', '', 'Société interne', 'Stille handelsvennootschap', 'Silent partnership', 'Stille Gesellschaft'],
  ['706', 'SC|CV|Gen.', 'Société coopérative', 'Coöperatieve vennootschap', 'Cooperative company', 'Genossenschaft'],
  ['716', 'SC|CV|Gen.', 'Société coopérative de droit public', 'Coöperatieve vennootschap van publiek recht', 'Cooperative company under public law', 'Öffentlich-rechtliche Genossenschaft'],
  ['721', '', 'Société sans personnalité juridique', 'Vennootschap zonder rechtspersoonlijkheid', 'Company without legal personality', 'Gesellschaft ohne Rechtspersönlichkeit'],
  ['722', '', 'Association momentanée', 'Tijdelijke vereniging', 'Temporary association', 'Zeitweilige Vereinigung'],
  ['723', '', 'Association de frais', 'Kostendelende vereniging', 'Cost-sharing association', 'Kostenteilende Vereinigung'],
  ['790', '', 'Divers sans personnalité juridique', 'Diversen zonder rechtspersoonlijkheid', 'Miscellaneous without legal personality', 'Verschiedene ohne Rechtspersönlichkeit'],
  ['999', '', 'Forme légale inconnue', 'Ongekende rechtsvorm', 'Unknown legal form', 'Unbekannte Rechtsform'],
];

// oxfmt-ignore
const association: readonly LegalFormRow[] = [
  ['002', 'OFP|OFP|OFP', 'Organisme de financement de pensions', 'Organisme voor de financiering van pensioenen', 'Institution for occupational retirement provision', 'Organismus für die Finanzierung von Pensionen'],
  ['017', 'ASBL|VZW|VoG', 'Association sans but lucratif', 'Vereniging zonder winstoogmerk', 'Non-profit association', 'Vereinigung ohne Gewinnerzielungsabsicht'],
  ['018', '', "Établissement d'utilité publique", 'Instelling van openbaar nut', 'Institution of public interest', 'Gemeinnützige Einrichtung'],
  ['019', '', 'Mutualité', 'Ziekenfonds', 'Health insurance fund', 'Krankenkasse'],
  ['020', '', 'Union professionnelle', 'Beroepsvereniging', 'Professional union', 'Berufsvereinigung'],
  ['021', '', "Association d'assurances mutuelles de droit privé", 'Onderlinge verzekeringsvereniging van privaatrecht', 'Mutual insurance association under private law', 'Privatrechtlicher Versicherungsverein auf Gegenseitigkeit'],
  ['022', '', 'Organisation scientifique internationale de droit belge', 'Internationale wetenschappelijke organisatie naar Belgisch recht', 'International scientific organisation under Belgian law', 'Internationale wissenschaftliche Organisation belgischen Rechts'],
  ['023', '', 'Association étrangère de droit privé', 'Buitenlandse privaatrechtelijke vereniging', 'Foreign association under private law', 'Ausländische privatrechtliche Vereinigung'],
  ['026', '', 'Fondation privée', 'Private stichting', 'Private foundation', 'Privatstiftung'],
  ['028', 'ISBL|IZW|EoG', 'Institution sans but lucratif', 'Instelling zonder winstoogmerk', 'Non-profit institution', 'Einrichtung ohne Gewinnerzielungsabsicht'],
  ['029', '', "Fondation d'utilité publique", 'Stichting van openbaar nut', 'Public benefit foundation', 'Gemeinnützige Stiftung'],
  ['070', 'ACP|VME|VME', 'Association des copropriétaires', 'Vereniging van mede-eigenaars', 'Association of co-owners', 'Vereinigung der Miteigentümer'],
  ['110', '', 'État, province, région, communauté', 'Staat, provincie, gewest, gemeenschap', 'State, province, region, community', 'Staat, Provinz, Region, Gemeinschaft'],
  ['117', 'ASBL|VZW|VoG', 'Association sans but lucratif de droit public', 'Vereniging zonder winstoogmerk van publiek recht', 'Non-profit association under public law', 'Öffentlich-rechtliche Vereinigung ohne Gewinnerzielungsabsicht'],
  ['121', '', "Association d'assurances mutuelles de droit public", 'Onderlinge verzekeringsvereniging van publiek recht', 'Mutual insurance association under public law', 'Öffentlich-rechtlicher Versicherungsverein auf Gegenseitigkeit'],
  ['123', '', 'Corporation professionnelle, ordre', 'Beroepscorporatie, orde', 'Professional body, order', 'Berufskörperschaft, Kammer'],
  ['124', '', 'Établissement public', 'Openbare instelling', 'Public institution', 'Öffentliche Einrichtung'],
  ['125', 'AISBL|IVZW|IVoG', 'Association internationale sans but lucratif', 'Internationale vereniging zonder winstoogmerk', 'International non-profit association', 'Internationale Vereinigung ohne Gewinnerzielungsabsicht'],
  ['126', 'CPAS|OCMW|ÖSHZ', "Centre public d'action sociale", 'Openbaar centrum voor maatschappelijk welzijn', 'Public social welfare centre', 'Öffentliches Sozialhilfezentrum'],
  ['127', '', 'Mont-de-piété', 'Berg van Barmhartigheid', 'Municipal pawnshop', 'Öffentliches Pfandhaus'],
  ['128', '', 'Temporel des cultes', 'Temporaliën van de erediensten', 'Temporal affairs of worship', 'Weltliche Güter der Kulte'],
  ['129', '', 'Polder, wateringue', 'Polder, watering', 'Polder or drainage board', 'Polder, Entwässerungsgenossenschaft'],
  ['155', '', 'Zone de police locale (ancien code)', 'Lokale politiezone (oude code)', 'Local police zone (former code)', 'Lokale Polizeizone (alter Code)'],
  ['160', '', 'Organisme public étranger ou international', 'Buitenlandse of internationale publieke organisatie', 'Foreign or international public body', 'Ausländische oder internationale öffentliche Einrichtung'],
  ['217', '', 'Parti politique européen', 'Europese politieke partij', 'European political party', 'Europäische politische Partei'],
  ['218', '', 'Fondation politique européenne', 'Europese politieke stichting', 'European political foundation', 'Europäische politische Stiftung'],
  ['301', 'SPF|FOD|FÖD', 'Service public fédéral', 'Federale overheidsdienst', 'Federal public service', 'Föderaler öffentlicher Dienst'],
  ['302', 'SPP|POD|FÖP', 'Service public fédéral de programmation', 'Programmatorische federale overheidsdienst', 'Federal public planning service', 'Föderaler öffentlicher Programmierungsdienst'],
  ['303', '', 'Autre service fédéral', 'Andere federale dienst', 'Other federal service', 'Sonstiger föderaler Dienst'],
  ['310', '', 'Autorité de la Région et de la Communauté flamandes', 'Overheid van het Vlaams Gewest en de Vlaamse Gemeenschap', 'Authority of the Flemish Region and Community', 'Behörde der Flämischen Region und Gemeinschaft'],
  ['320', '', 'Autorité de la Région wallonne', 'Overheid van het Waals Gewest', 'Authority of the Walloon Region', 'Behörde der Wallonischen Region'],
  ['325', 'AISBL|IVZW|IVoG', 'Association internationale sans but lucratif de droit public', 'Internationale vereniging zonder winstoogmerk van publiek recht', 'International non-profit association under public law', 'Öffentlich-rechtliche internationale Vereinigung ohne Gewinnerzielungsabsicht'],
  ['330', '', 'Autorité de la Région de Bruxelles-Capitale', 'Overheid van het Brussels Hoofdstedelijk Gewest', 'Authority of the Brussels-Capital Region', 'Behörde der Region Brüssel-Hauptstadt'],
  ['340', '', 'Autorité de la Communauté française', 'Overheid van de Franse Gemeenschap', 'Authority of the French Community', 'Behörde der Französischen Gemeinschaft'],
  ['350', '', 'Autorité de la Communauté germanophone', 'Overheid van de Duitstalige Gemeenschap', 'Authority of the German-speaking Community', 'Behörde der Deutschsprachigen Gemeinschaft'],
  ['400', '', 'Autorité provinciale', 'Provinciale overheid', 'Provincial authority', 'Provinzbehörde'],
  ['411', '', 'Ville, commune', 'Stad, gemeente', 'City, municipality', 'Stadt, Gemeinde'],
  ['412', 'CPAS|OCMW|ÖSHZ', "Centre public d'action sociale (commune)", 'Openbaar centrum voor maatschappelijk welzijn (gemeente)', 'Public social welfare centre (municipality)', 'Öffentliches Sozialhilfezentrum (Gemeinde)'],
  ['413', '', 'Zone de police locale', 'Lokale politiezone', 'Local police zone', 'Lokale Polizeizone'],
  ['415', '', 'Association de projet', 'Projectvereniging', 'Project association', 'Projektvereinigung'],
  ['420', '', "Association de centres publics d'action sociale", 'Vereniging van openbare centra voor maatschappelijk welzijn', 'Association of public social welfare centres', 'Vereinigung öffentlicher Sozialhilfezentren'],
  ['421', '', 'Prézone', 'Prezone', 'Pre-zone of the emergency services', 'Vorzone der Hilfsdienste'],
  ['422', '', 'Zone de secours', 'Hulpverleningszone', 'Emergency services zone', 'Hilfeleistungszone'],
  ['451', '', "Organisme relevant de l'Office national des pensions", 'Organisme onder de Rijksdienst voor Pensioenen', 'Body under the National Pensions Office', 'Einrichtung des Landespensionsamtes'],
  ['452', '', "Organisme relevant de l'administration des pensions", 'Organisme onder de administratie van de Pensioenen', 'Body under the pensions administration', 'Einrichtung der Pensionsverwaltung'],
  ['724', '', 'Syndicat', 'Vakbond', 'Trade union', 'Gewerkschaft'],
];

export const legalForms: readonly PackLegalForm[] = [
  ...capital.map(legalForm('capital')),
  ...noCapital.map(legalForm('no_capital')),
  ...association.map(legalForm('association')),
].sort((one, other) => (one.code < other.code ? -1 : 1));

function legalForm(chart: ChartVariant) {
  return ([code, abbreviations, fr, nl, en, de]: LegalFormRow): PackLegalForm => ({
    code,
    labels: toLabels(fr, nl, en, de),
    abbreviations: abbreviated(abbreviations),
    chart,
  });
}

function abbreviated(text: Abbreviations): Labels | null {
  const [fr, nl, de] = text.split('|');
  if (fr === undefined || nl === undefined || de === undefined) return null;
  return toLabels(fr, nl, fr === nl ? fr : `${fr}/${nl}`, de);
}
