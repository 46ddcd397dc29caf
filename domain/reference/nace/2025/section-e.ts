/** Section E of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionE = `
E|Production et distribution d’eau; assainissement, gestion des déchets et dépollution|Distributie van water; afval- en afvalwaterbeheer en sanering|Water supply; sewerage, waste management and remediation activities|Wasserversorgung; Abwasser- und Abfallentsorgung und Beseitigung von Umweltverschmutzungen
36|Captage, traitement et distribution d’eau|Winning, behandeling en distributie van water|Water collection, treatment and supply|Wasserversorgung
36.0
37|Collecte et traitement des eaux usées|Afvalwaterafvoer|Sewerage|Abwasserentsorgung
37.0
38|Collecte, valorisation et élimination des déchets|Terugwinning uit afval, inzameling en verwijdering van afval|Waste collection, recovery and disposal activities|Sammlung, Verwertung und Beseitigung von Abfällen
38.1|Collecte des déchets|Inzameling van afval|Waste collection|Sammlung von Abfällen
38.11|Collecte des déchets non dangereux|Inzameling van ongevaarlijk afval|Collection of non-hazardous waste|Sammlung nicht gefährlicher Abfälle
38.12|Collecte des déchets dangereux|Inzameling van gevaarlijk afval|Collection of hazardous waste|Sammlung gefährlicher Abfälle
38.2|Valorisation des déchets|Terugwinning uit afval|Waste recovery|Verwertung von Abfällen
38.21|Récupération de matériaux provenant de déchets|Terugwinning van materialen uit afval|Materials recovery|Rückgewinnung
38.22|Valorisation énergétique de déchets|Winning van energie uit afval|Energy recovery|Energetische Verwertung von Abfällen
38.23|Autre valorisation des déchets|Andere terugwinning uit afval|Other waste recovery|Sonstige Verwertung von Abfällen
38.3|Élimination de déchets sans récupération|Verwijdering van afval zonder terugwinning|Waste disposal without recovery|Abfallbeseitigung ohne Verwertung
38.31|Incinération sans récupération d’énergie|Verbranding zonder energieterugwinning|Incineration without energy recovery|Verbrennung von Abfällen ohne energetische Verwertung
38.32|Mise en décharge ou stockage permanent|Storten of permanent opslaan|Landfilling or permanent storage|Deponierung oder Dauerlagerung von Abfällen
38.33|Autre élimination des déchets|Andere afvalverwijdering|Other waste disposal|Sonstige Beseitigung von Abfällen
39|Activités de dépollution et autres activités de service de gestion des déchets|Sanering en ander afvalbeheer|Remediation activities and other waste management service activities|Beseitigung von Umweltverschmutzungen und sonstige Tätigkeiten in der Abfallbewirtschaftung
39.0
`;
