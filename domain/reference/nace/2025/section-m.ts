/** Section M of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionM = `
M|Activités immobilières|Exploitatie van en handel in onroerend goed|Real estate activities|Grundstücks- und Wohnungswesen
68
68.1|Activités immobilières avec biens propres et promotion de projets immobiliers|Exploitatie van en handel in onroerend goed met eigen onroerend goed en ontwikkeling van bouwprojecten|Real estate activities with own property and development of building projects|Kauf und Verkauf von eigenen Grundstücken, Gebäuden und Wohnungen sowie Erschließung von Grundstücken
68.11|Achat et vente de biens propres|Handel in eigen onroerend goed|Buying and selling of own real estate|Kauf und Verkauf von eigenen Grundstücken, Gebäuden und Wohnungen
68.12|Promotion immobilière|Ontwikkeling van bouwprojecten|Development of building projects|Erschließung von Grundstücken; Bauträger
68.121|Promotion immobilière résidentielle|Ontwikkeling van residentiële bouwprojecten|Development of residential building projects|Entwicklung von Wohnbauprojekten
68.122|Promotion immobilière non résidentielle|Ontwikkeling van niet-residentiële bouwprojecten|Development of non-residential building projects|Entwicklung von Nichtwohngebäuden
68.2|Location et exploitation de biens immobiliers propres ou loués|Verhuur en exploitatie van eigen of geleased onroerend goed|Rental and operating of own or leased real estate|Vermietung, Verpachtung von eigenen oder geleasten Grundstücken, Gebäuden und Wohnungen
68.20
68.201|Location et exploitation de biens immobiliers résidentiels propres ou loués, sauf logements sociaux|Verhuur en exploitatie van eigen of geleased residentieel onroerend goed, exclusief sociale woningen|Rental and operating of own or leased residential real estate, except social housing|Vermietung, Verpachtung von eigenen oder geleasten Wohnimmobilien mit Ausnahme von Sozialwohnungen
68.202|Location et exploitation de logements sociaux|Verhuur en exploitatie van sociale woningen|Rental and operating of social housing|Vermietung und Verpachtung von Sozialwohnungen
68.203|Location et exploitation de biens immobiliers non résidentiels propres ou loués, sauf terrains|Verhuur en exploitatie van eigen of geleased niet-residentieel onroerend goed, exclusief terreinen|Rental and operating of own or leased non-residential real estate, except land|Vermietung, Verpachtung von eigenen oder geleasten Nichtwohnimmobilien mit Ausnahme von Grundstücken
68.204|Location et exploitation de terrains|Verhuur en exploitatie van terreinen|Rental and operating of land|Vermietung und Verpachtung von Grundstücken
68.3|Activités immobilières pour compte de tiers|Bemiddeling in en beheer van onroerend goed voor een vast bedrag of op contractbasis|Real estate activities on a fee or contract basis|Vermittlung und Verwaltung von Grundstücken, Gebäuden und Wohnungen für Dritte
68.31|Activités de service d’intermédiation pour les activités immobilières|Bemiddeling in verband met exploitatie van en handel in onroerend goed|Intermediation service activities for real estate activities|Vermittlung von Grundstücken, Gebäuden und Wohnungen für Dritte
68.32|Autres activités immobilières pour compte de tiers|Overige bemiddeling in en beheer van onroerend goed voor een vast bedrag of op contractbasis|Other real estate activities on a fee or contract basis|Verwaltung von Grundstücken, Gebäuden und Wohnungen für Dritte
68.321|Activités des syndics de biens immobiliers|Activiteiten van syndici van onroerend goed|Activities of managing agents of real estate|Tätigkeiten von Syndizi von Immobilien
68.322|Estimation et évaluation de biens immobiliers pour compte de tiers|Schatten en evalueren van onroerend goed voor een vast bedrag of op contractbasis|Valuation and appraisal of real estate on a fee or contract basis|Schätzung und Bewertung von Immobilien für Dritte
68.329|Autres activités immobilières pour compte de tiers n.c.a.|Overige bemiddeling in en beheer van onroerend goed voor een vast bedrag of op contractbasis, n.e.g.|Other real estate activities on a fee or contract basis n.e.c.|Verwaltung von Grundstücken, Gebäuden und Wohnungen für Dritte a.n.g.
`;
