/** Section N of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionN = `
N|Activités spécialisées, scientifiques et techniques|Wetenschappelijke en technische activiteiten en overige specialistische zakelijke dienstverlening|Professional, scientific and technical activities|Erbringung von wissenschaftlichen und technischen Dienstleistungen
69|Activités juridiques et comptables|Rechtskundige en boekhoudkundige dienstverlening|Legal and accounting activities|Rechts- und Steuerberatung, Wirtschaftsprüfung
69.1|Activités juridiques|Rechtskundige dienstverlening|Legal activities|Rechtsberatung
69.10
69.101|Activités des avocats|Activiteiten van advocaten|Activities of lawyers|Tätigkeiten von Rechtsanwälten
69.102|Activités des notaires|Activiteiten van notarissen|Activities of notaries|Tätigkeiten von Notaren
69.103|Activités des huissiers de justice|Activiteiten van deurwaarders|Activities of bailiffs|Tätigkeiten von Gerichtsvollziehern
69.109|Autres activités juridiques|Overige rechtskundige dienstverlening|Other legal activities|Sonstige Rechtsberatung
69.2|Activités de comptabilité, de tenue de comptes et d’audit; conseil fiscal|Activiteiten van accountants, boekhouders, auditoren en belastingconsulenten|Accounting, bookkeeping and auditing activities; tax consultancy|Wirtschaftsprüfung und Steuerberatung; Buchführung
69.20
69.201|Activités des experts-comptables (fiscalistes) (certifiés)|Activiteiten van (gecertificeerde) (fiscaal) accountants|Activities of certified accountants (tax experts)|Tätigkeiten von (zertifizierten) Buchprüfern(-Fiskalisten)
69.202|Activités des conseillers fiscaux certifiés|Activiteiten van gecertificeerde belastingadviseurs|Activities of certified tax advisers|Tätigkeiten von zertifizierten Steuerberatern
69.203|Activités des réviseurs d’entreprises|Activiteiten van bedrijfsrevisoren|Activities of auditors|Tätigkeiten von Betriebsrevisoren
69.209|Autres activités fiscales|Overige fiscale dienstverlening|Other tax services|Sonstige Steuerberatungsdienste
70|Activités des sièges sociaux et conseil de gestion|Activiteiten van hoofdkantoren en managementadvies|Activities of head offices and management consultancy|Verwaltung und Führung von Unternehmen und Betrieben; Unternehmensberatung
70.1|Activités des sièges sociaux|Activiteiten van hoofdkantoren|Activities of head offices|Verwaltung und Führung von Unternehmen und Betrieben
70.2|Activités de conseil pour les affaires et autre conseil de gestion|Activiteiten van adviesbureaus op het gebied van bedrijfsvoering en overig managementadvies|Business and other management consultancy activities|Unternehmensberatung
71|Activités d’architecture et d’ingénierie; activités de contrôle et analyses techniques|Activiteiten van architecten en ingenieurs; technische testen en toetsen|Architectural and engineering activities; technical testing and analysis|Tätigkeiten von Architektur- und Ingenieurbüros; technische, physikalische und chemische Untersuchung
71.1|Activités d’architecture et d’ingénierie et conseil technique connexe|Activiteiten van architecten, ingenieurs en aanverwante technische adviseurs|Architectural and engineering activities and related technical consultancy|Tätigkeiten von Architektur- und Ingenieurbüros
71.11|Activités d’architecture|Activiteiten van architecten|Architectural activities|Tätigkeiten von Architekturbüros
71.111|Activités d’architecture de construction|Activiteiten van bouwarchitecten|Activities of building architects|Tätigkeiten im Bereich Architektur und Bau
71.112|Activités d’architecture d’intérieur|Activiteiten van interieurarchitecten|Activities of interior architects|Tätigkeiten im Bereich Innenarchitektur
71.113|Activités d’architecture d’urbanisme, de paysage et de jardin|Activiteiten van stedenbouwkundige en tuin- en landschapsarchitecten|Activities of urban, landscape and garden architects|Tätigkeiten in den Bereichen Stadtplanung, Garten- und Landschaftsarchitektur
71.119|Autres activités dans le domaine d’architecture, n.c.a.|Overige activiteiten op het gebied van architectuur, n.e.g.|Other architectural activities n.e.c.|Sonstige Tätigkeiten im Bereich Architektur a.n.g.
71.12|Activités d’ingénierie et de conseil technique connexe|Activiteiten van ingenieurs en aanverwante technische adviseurs|Engineering activities and related technical consultancy|Tätigkeiten von Ingenieurbüros
71.121|Activités d’ingénierie et de conseils techniques, sauf activités des géomètres-experts|Activiteiten van ingenieurs en aanverwante technische adviseurs, exclusief landmeters-experts|Engineering activities and technical consultancy, except activities of land surveyors|Ingenieurstätigkeiten, technische Beratung, mit Ausnahme von Vermessungstätigkeiten
71.122|Activités des géomètres-experts|Activiteiten van landmeters-experts|Activities of land surveyors|Vermessungstätigkeiten
71.2|Activités de contrôle et analyses techniques|Technische testen en toetsen|Technical testing and analysis|Technische, physikalische und chemische Untersuchung
71.20
71.201|Contrôle technique des véhicules automobiles|Technische controle van motorvoertuigen|Motor vehicle inspection|Technische Kontrolle von Kraftfahrzeugen
71.209|Autres activités de contrôle et analyses techniques|Overige technische testen en toetsen|Other technical testing and analysis activities|Sonstige technische Kontrollen und Analysen
72|Recherche et développement scientifique|Speur- en ontwikkelingswerk op wetenschappelijk gebied|Scientific research and development|Forschung und Entwicklung
72.1|Recherche et développement en sciences physiques et naturelles|Speur- en ontwikkelingswerk op natuurwetenschappelijk gebied|Research and experimental development on natural sciences and engineering|Forschung und Entwicklung im Bereich Natur-, Ingenieur-, Agrarwissenschaften und Medizin
72.10
72.101|Recherche-développement en biotechnologie|Speur- en ontwikkelingswerk op biotechnologisch gebied|Research and experimental development on biotechnology|Forschung und Entwicklung im Bereich Biotechnologie
72.109|Recherche-développement en autres sciences physiques et naturelles|Overig speur- en ontwikkelingswerk op natuurwetenschappelijk gebied|Research and experimental development on other natural sciences and engineering|Sonstige Forschung und Entwicklung im Bereich Natur-, Ingenieur-, Agrarwissenschaften und Medizin
72.2|Recherche et développement en sciences humaines et sociales|Speur- en ontwikkelingswerk op het gebied van de maatschappij- en geesteswetenschappen|Research and experimental development on social sciences and humanities|Forschung und Entwicklung im Bereich Rechts-, Wirtschafts- und Sozialwissenschaften sowie im Bereich Sprach-, Kultur- und Kunstwissenschaften
73|Activités de publicité, d’études de marché et de relations publiques|Reclameactiviteiten, marktonderzoek en public relations|Activities of advertising, market research and public relations|Werbung und Marktforschung sowie Public-Relations-Beratung
73.1|Publicité|Reclamewezen|Advertising|Werbung
73.11|Activités d’agence de publicité|Activiteiten van reclamebureaus|Activities of advertising agencies|Tätigkeiten von Werbeagenturen
73.12|Régie publicitaire de médias|Mediarepresentatie|Media representation|Vermarktung und Vermittlung von Werbezeiten und Werbeflächen
73.2|Études de marché et sondages|Markt- en opinieonderzoek|Market research and public opinion polling|Markt- und Meinungsforschung
73.3|Activités de relations publiques et de communication|Activiteiten van adviesbureaus op het gebied van public relations en communicatie|Public relations and communication activities|Public-Relations-Beratung
73.30|Activités de conseil en relations publiques et communication|Activiteiten van adviesbureaus op het gebied van public relations en communicatie|Public relations and communication activities|Public-Relations-Beratung
74|Autres activités spécialisées, scientifiques et techniques|Overige wetenschappelijke en technische activiteiten en overige specialistische zakelijke dienstverlening|Other professional, scientific and technical activities|Sonstige wissenschaftliche und technische Tätigkeiten
74.1|Activités spécialisées de design|Activiteiten van gespecialiseerde ontwerpers|Specialised design activities|Ateliers für Textil-, Schmuck-, Grafik- u. ä. Design
74.11|Activités de design pour la création de mode ou les produits industriels|Ontwerpen van industriële producten en mode|Industrial product and fashion design activities|Industrie-, Produkt- und Modedesign
74.111|Création de modèles pour articles textiles, d’articles d’habillement, de bijoux, de meubles et d’objets de décoration intérieure|Ontwerpen van textielpatronen, kleding, juwelen, meubels en decoratieartikelen|Fashion design of textiles, wearing apparel, jewellery, furniture and interior decoration goods|Ateliers für Textil-, Schmuck-, Möbel- u. ä. Design
74.112|Activités de design industriel|Activiteiten van industriële designers|Industrial product design activities|Tätigkeiten im Bereich Industriedesign
74.12|Activités de design graphique et de communication visuelle|Grafisch ontwerp en visuele communicatie|Graphic design and visual communication activities|Grafik- und Kommunikationsdesign
74.13|Activités de design d’intérieur|Interieurontwerp|Interior design activities|Innenraumdesign und Raumgestaltung
74.14|Autres activités spécialisées de design|Overige gespecialiseerde ontwerpactiviteiten|Other specialised design activities|Sonstige spezialisierte Designtätigkeiten
74.2|Activités photographiques|Activiteiten op het gebied van fotografie|Photographic activities|Fotografie und Fotolabors
74.20
74.201|Production photographique, sauf activités des photographes de presse|Activiteiten van fotografen, met uitzondering van persfotografen|Photograph production, except activities of press photographers|Tätigkeiten von Fotografen mit Ausnahme von Pressefotografen
74.202|Activités des photographes de presse|Activiteiten van persfotografen|Activities of press photographers|Tätigkeiten von Pressefotografen
74.209|Autres activités photographiques|Overige fotografische activiteiten|Other photographic activities|Sonstige Tätigkeiten im Bereich Fotografie
74.3|Activités de traduction et d’interprétation|Activiteiten van vertalers en tolken|Translation and interpretation activities|Übersetzen und Dolmetschen
74.30
74.301|Activités de traduction|Activiteiten van vertalers|Translation activities|Übersetzen
74.302|Activités d’interprétation|Activiteiten van tolken|Interpretation activities|Dolmetschen
74.9|Autres activités spécialisées, scientifiques et techniques n.c.a.|Overige wetenschappelijke en technische activiteiten en overige specialistische zakelijke dienstverlening, n.e.g.|Other professional, scientific and technical activities n.e.c.|Sonstige wissenschaftliche und technische Tätigkeiten a.n.g.
74.91|Activités d’intermédiation et commercialisation de brevets|Bemiddeling in en het in de handel brengen van octrooien|Patent brokering and marketing service activities|Erbringung von Vermittlungs- und Vermarktungsdienstleistungen für Patente
74.99|Toutes les autres activités des professions libérales et autres activités scientifiques et techniques, n.c.a.|Alle overige wetenschappelijke en technische activiteiten en overige specialistische zakelijke dienstverlening, n.e.g.|All other professional, scientific and technical activities n.e.c.|Alle anderen wissenschaftlichen und technischen Tätigkeiten a.n.g.
74.991|Activités des agents et représentants d’artistes, de sportifs et d’autres personnalités publiques|Activiteiten van managers van artiesten, sportlui en overige bekende personaliteiten|Activities of agents and representatives for artists, sportsmen and other personalities|Agenten- und Managertätigkeiten für Künstler, Sportler und andere prominente Persönlichkeiten
74.999|Autres activités des professions libérales et autres activités scientifiques et techniques, n.c.a.|Overige activiteiten van vrije beroepen en andere wetenschappelijke en technische activiteiten, n.e.g.|Other liberal professions and professional, scientific and technical activities n.e.c.|Sonstige wissenschaftliche und technische Tätigkeiten a.n.g.
75|Activités vétérinaires|Veterinaire diensten|Veterinary activities|Veterinärwesen
75.0
`;
