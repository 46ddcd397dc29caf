/** Section P of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionP = `
P|Administration publique et défense; sécurité sociale obligatoire|Openbaar bestuur en defensie; verplichte sociale verzekeringen|Public administration and defence; compulsory social security|Öffentliche Verwaltung, Verteidigung; Sozialversicherung
84
84.1|Administration générale, économique et sociale et environnementale|Openbaar bestuur en het economische, sociale en milieubeleid van de gemeenschap|Administration of the State and the economic, social and environmental policies of the community|Öffentliche Verwaltung
84.11|Activités d’administration publique générale|Algemeen overheidsbestuur|General public administration activities|Allgemeine öffentliche Verwaltung
84.111|Administration publique fédérale|Federale overheid|Federal public administration|Föderale öffentliche Verwaltung
84.112|Administration publique communautaire et régionale|Overheden van gemeenschappen en gewesten|Community and regional public administration|Gemeinschafts- und Regionalbehörden
84.113|Administration publique provinciale|Provinciale overheid|Provincial public administration|Provinzbehörden
84.114|Administration publique communale, sauf Centres Publics d’Action Sociale (CPAS)|Gemeentelijke overheid, met uitzondering van het OCMW|Municipal public administration, except social service departments|Gemeindeverwaltung, mit Ausnahme der öffentlichen Sozialhilfezentren (ÖSHZ)
84.115|Centres Publics d’Action Sociale (CPAS)|Openbare Centra voor Maatschappelijk Welzijn (OCMW)|Social service departments|Öffentliche Sozialhilfezentren (ÖSHZ)
84.119|Autre administration publique générale|Overig algemeen overheidsbestuur|Other general public administration activities|Sonstige allgemeine öffentliche Verwaltung
84.12|Administration des soins de santé, de l’enseignement, des services culturels et des autres services sociaux|Openbaar bestuur op het gebied van gezondheidszorg, onderwijs, culturele diensten en andere sociale diensten|Regulation of health care, education, cultural services and other social services|Öffentliche Verwaltung auf den Gebieten Gesundheitswesen, Bildung, Kultur und Sozialwesen
84.13|Administration de et contribution à l’amélioration de l’efficacité des activités économiques|Openbaar bestuur op het gebied van het bedrijfsleven; stimuleren van het bedrijfsleven|Regulation of and contribution to more efficient operation of businesses|Wirtschaftsförderung, -ordnung und -aufsicht
84.2|Services de prérogative publique|Algemene overheidsdiensten|Provision of services to the community as a whole|Auswärtige Angelegenheiten, Verteidigung, Rechtspflege/Justiz, öffentliche Sicherheit und Ordnung
84.21|Affaires étrangères|Buitenlandse zaken|Foreign affairs|Auswärtige Angelegenheiten
84.22|Défense|Defensie|Defence activities|Verteidigung
84.23|Justice|Justitie|Justice and judicial activities|Rechtspflege/Justiz
84.231|Tribunaux|Rechtbanken|Courts|Gerichtsbehörden
84.232|Établissements pénitentiaires|Strafinrichtingen|Penal institutions|Strafvollzugsanstalten
84.239|Autres activités relatives à la justice|Overige activiteiten met betrekking tot justitie|Other activities related to justice|Sonstige mit dem Rechtsschutz verbundene Tätigkeiten
84.24|Activités d’ordre public et de sécurité civile|Openbare orde en veiligheid|Public order and safety activities|Öffentliche Sicherheit und Ordnung
84.241|Police fédérale|Federale Politie|Federal police|Föderale Polizei
84.242|Police locale|Lokale Politie|Local police|Lokale Polizei
84.249|Autres activités d’ordre public et de sécurité civile|Overige openbare orde en civiele veiligheid|Other public order and safety activities|Sonstige Tätigkeiten im Bereich der öffentlichen Ordnung und zivilen Sicherheit
84.25|Activités de service d’incendie et de secours|Brandweer|Fire service activities|Feuerwehren
84.3|Sécurité sociale obligatoire|Verplichte sociale verzekeringen|Compulsory social security activities|Sozialversicherung
84.30
84.301|Sécurité sociale obligatoire, à l’exclusion des mutuelles|Verplichte sociale verzekeringen, met uitzondering van ziekenfondsen|Compulsory social security activities, except activities of mutual insurance companies|Sozialversicherung, ohne Krankenkassen
84.302|Mutuelles et caisses d’assurance soins|Ziekenfondsen en zorgkassen|Mutual insurance companies and health insurance companies|Krankenkassen
84.309|Autres organismes de sécurité sociale|Overige instellingen van de sociale zekerheid|Other social security institutions|Andere Sozialversicherungsträger
`;
