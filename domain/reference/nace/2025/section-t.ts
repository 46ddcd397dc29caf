/** Section T of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionT = `
T|Autres activités de services|Overige diensten|Other service activities|Erbringung von sonstigen Dienstleistungen
94|Activités des organisations associatives|Activiteiten van verenigingen|Activities of membership organisations|Interessenvertretungen sowie kirchliche und sonstige religiöse Vereinigungen, ohne Sozialwesen und Sport
94.1|Activités des organisations économiques, patronales et professionnelles|Activiteiten van bedrijfs-, werkgevers- en beroepsorganisaties|Activities of business, employers and professional membership organisations|Wirtschafts- und Arbeitgeberverbände, Berufsorganisationen
94.11|Activités des organisations patronales et d’entreprises|Activiteiten van bedrijfs- en werkgeversorganisaties|Activities of business and employers membership organisations|Wirtschafts- und Arbeitgeberverbände
94.12|Activités des organisations professionnelles|Activiteiten van beroepsorganisaties|Activities of professional membership organisations|Berufsorganisationen
94.2|Activités des syndicats de salariés|Activiteiten van vakbonden|Activities of trade unions|Arbeitnehmervereinigungen
94.9|Activités des autres organisations associatives|Activiteiten van overige verenigingen|Activities of other membership organisations|Kirchliche Vereinigungen; politische Parteien sowie sonstige Interessenvertretungen und Vereinigungen
94.91|Activités des organisations religieuses|Activiteiten van religieuze organisaties|Activities of religious organisations|Kirchliche und sonstige religiöse Vereinigungen
94.92|Activités des organisations politiques|Activiteiten van politieke organisaties|Activities of political organisations|Politische Parteien und Vereinigungen
94.99|Activités des organisations associatives n.c.a.|Activiteiten van overige verenigingen, n.e.g.|Activities of other membership organisations n.e.c.|Sonstige Interessenvertretungen und Vereinigungen a.n.g.
94.991|Associations de jeunesse|Verenigingen op het vlak van jeugdwerk|Activities of youth associations|Jugendvereinigungen
94.992|Associations et mouvements pour adultes|Verenigingen en bewegingen voor volwassenen|Associations for adults|Vereinigungen und Bewegungen für Erwachsene
94.993|Associations pour la prévention de la santé|Verenigingen op het vlak van ziektepreventie en gezondheidsbevordering|Activities of illness prevention and health promotion associations|Vereinigungen zur Gesundheitssorge und Gesundheitsprävention
94.994|Associations pour l’environnement et la mobilité|Verenigingen op het vlak van milieu en mobiliteit|Activities of environmental and mobility associations|Vereinigungen für Umwelt und Mobilität
94.995|Associations pour la coopération au développement|Verenigingen op het vlak van ontwikkelingssamenwerking|Activities of associations for development cooperation|Vereinigungen für Entwicklungszusammenarbeit
94.999|Autres associations n.c.a.|Overige verenigingen, n.e.g.|Activities of other associations n.e.c.|Interessenvertretungen a.n.g.
95|Réparation et entretien d’ordinateurs, de biens personnels et domestiques et d’automobiles et motocycles|Reparatie en onderhoud van computers, consumentenartikelen, auto’s en motorfietsen|Repair and maintenance of computers, personal and household goods, and motor vehicles and motorcycles|Reparatur und Instandhaltung von Datenverarbeitungsgeräten und Gebrauchsgütern sowie von Kraftwagen und Krafträdern
95.1|Réparation et entretien d’ordinateurs et d’équipements de communication|Reparatie en onderhoud van computers en communicatieapparatuur|Repair and maintenance of computers and communication equipment|Reparatur und Instandhaltung von Datenverarbeitungs- und Telekommunikationsgeräten
95.2|Réparation et entretien de biens personnels et domestiques|Reparatie en onderhoud van consumentenartikelen|Repair and maintenance of personal and household goods|Reparatur und Instandhaltung von Gebrauchsgütern
95.21|Réparation et entretien de produits électroniques grand public|Reparatie en onderhoud van consumentenelektronica|Repair and maintenance of consumer electronics|Reparatur und Instandhaltung von Geräten der Unterhaltungselektronik
95.22|Réparation et entretien d’appareils électroménagers et d’équipements pour la maison et le jardin|Reparatie en onderhoud van huishoudapparaten en van werktuigen voor gebruik in huis en tuin|Repair and maintenance of household appliances and home and garden equipment|Reparatur und Instandhaltung von elektrischen Haushaltsgeräten und Gartengeräten
95.23|Réparation et entretien de chaussures et d’articles en cuir|Reparatie en onderhoud van schoeisel en lederwaren|Repair and maintenance of footwear and leather goods|Reparatur und Instandhaltung von Schuhen und Lederwaren
95.24|Réparation et entretien de meubles et d’équipements du foyer|Reparatie en onderhoud van meubelen en stoffering|Repair and maintenance of furniture and home furnishings|Reparatur und Instandhaltung von Möbeln und Einrichtungsgegenständen
95.25|Réparation et entretien d’articles d’horlogerie et de bijouterie|Reparatie en onderhoud van uurwerken en sieraden|Repair and maintenance of watches, clocks and jewellery|Reparatur und Instandhaltung von Uhren und Schmuck
95.29|Réparation et entretien d’autres biens personnels ou domestiques n.c.a.|Reparatie en onderhoud van consumentenartikelen, n.e.g.|Repair and maintenance of personal and household goods n.e.c.|Reparatur und Instandhaltung von Gebrauchsgütern a.n.g.
95.3|Réparation et entretien d’automobiles et de motocycles|Reparatie en onderhoud van motorvoertuigen en motorfietsen|Repair and maintenance of motor vehicles and motorcycles|Reparatur und Instandhaltung von Kraftwagen und Krafträdern
95.31|Réparation et entretien d’automobiles|Reparatie en onderhoud van motorvoertuigen|Repair and maintenance of motor vehicles|Reparatur und Instandhaltung von Kraftwagen
95.311|Entretien et réparation général de voitures et de véhicules légers (<= 3,5 tonnes)|Algemeen onderhoud en reparatie van auto’s en lichte bestelwagens (<= 3,5 ton)|General repair and maintenance of cars and light motor vehicles (<= 3,5 tons)|Wartung und Reparatur von Kraftfahrzeugen mit einem Gesamtgewicht von 3,5 t oder weniger
95.312|Entretien et réparation général d’autres véhicules automobiles (> 3,5 tonnes)|Algemeen onderhoud en reparatie van overige motorvoertuigen (> 3,5 ton)|General maintenance and repair of other motor vehicles (> 3,5 tons)|Allgemeine Instandhaltung und Reparatur von sonstigen Kraftfahrzeugen von mehr als 3,5 t
95.313|Réparation et montage de parties spécifiques de véhicules automobiles|Reparatie en montage van specifieke auto-onderdelen|Repair and assembly of specific parts of motor vehicles|Reparatur und Montage von spezifischen Kraftfahrzeugteilen
95.314|Réparation de carrosseries (y compris la peinture)|Carrosserieherstelling (inclusief spuiten en verven)|Bodywork repair (including painting)|Reparatur von Karosserien (einschließlich spritzen und färben)
95.315|Services spécialisés relatifs au pneu|Bandenservicebedrijven|Specialised services for tyres|Reifenspezifische Dienstleistungen
95.316|Lavage de véhicules automobiles|Wassen en poetsen van motorvoertuigen|Washing of motor vehicles|Waschen und Reinigen von Kraftfahrzeugen
95.319|Entretien et réparation de véhicules automobiles n.c.a.|Onderhoud en reparatie van motorvoertuigen, n.e.g.|Maintenance and repair of motor vehicles n.e.c.|Wartung und Reparatur von Kraftfahrzeugen a.n.g.
95.32|Réparation et entretien de motocycles|Reparatie en onderhoud van motorfietsen|Repair and maintenance of motorcycles|Reparatur und Instandhaltung von Krafträdern
95.4|Activités de service d’intermédiation pour la réparation et l’entretien d’ordinateurs, de biens personnels et domestiques et d’automobiles et motocycles|Bemiddelingsactiviteiten in verband met reparatie en onderhoud van computers, consumentenartikelen, motorvoertuigen en motorfietsen|Intermediation service activities for repair and maintenance of computers, personal and household goods, and motor vehicles and motorcycles|Vermittlungstätigkeiten für die Reparatur und Instandhaltung von Datenverarbeitungsgeräten und Gebrauchsgütern sowie von Kraftwagen und Krafträdern
96|Activités de services aux personnes|Persoonlijke dienstverlening|Personal service activities|Erbringung von überwiegend persönlichen Dienstleistungen
96.1|Blanchisserie-teinturerie|Wassen en chemisch reinigen van textiel en bontproducten|Washing and cleaning of textile and fur products|Wäscherei und chemische Reinigung
96.10
96.101|Activités des blanchisseries industrielles|Activiteiten van industriële wasserijen|Activities of industrial laundries|Tätigkeiten von industriellen Wäschereien
96.102|Activités des blanchisseries et des salons-lavoirs pour particuliers|Activiteiten van wasserettes en wassalons ten behoeve van particulieren|Activities of laundries for private individuals|Tätigkeiten von Waschsalons und Wäschereien für Privatpersonen
96.2|Coiffure, soins de beauté, spa de jour et activités similaires|Haarverzorging, schoonheidsverzorging, activiteiten van kuuroorden en dergelijke activiteiten|Hairdressing, beauty treatment, day spa and similar activities|Frisör- und Kosmetiksalons, Day Spas u. Ä.
96.21|Coiffure et activités de barbier|Kappers- en barbiersactiviteiten|Hairdressing and barber activities|Frisör- und Barbiersalons
96.22|Soins esthétiques et autres activités de traitement esthétique|Schoonheidsverzorging en andere schoonheidsbehandelingen|Beauty care and other beauty treatment activities|Kosmetiksalons und ähnliche Schönheitsbehandlungen
96.23|Activités de spa de jour, de sauna et de bain de vapeur|Activiteiten van kuuroorden, sauna’s en stoombaden|Day spa, sauna and steam bath activities|Day Spas, Saunas, Dampfbäder
96.3|Services funéraires et activités connexes|Begrafeniswezen en aanverwante activiteiten|Funeral and related activities|Bestattungswesen
96.30
96.301|Soins funéraires|Uitvaartverzorging|Funeral activities|Totenpflege
96.302|Gestion des cimetières et services des crématoriums|Beheer van kerkhoven en activiteiten van crematoria|Operation of cemeteries and crematorium services|Verwaltung von Friedhöfen und Krematorien
96.4|Activités de service d’intermédiation pour des services aux personnes|Bemiddelingsactiviteiten op het gebied van persoonlijke dienstverlening|Intermediation service activities for personal services|Vermittlungstätigkeiten für überwiegend persönliche Dienstleistungen
96.9|Autres activités de service aux personnes|Overige persoonlijke dienstverlening|Other personal service activities|Erbringung von sonstigen überwiegend persönlichen Dienstleistungen
96.91|Activités d’offre de services domestiques aux personnes|Huishoudelijke persoonlijke dienstverlening|Provision of domestic personal service activities|Erbringung von haushaltsbezogenen Dienstleistungen
96.99|Autres activités de service aux personnes n.c.a.|Overige persoonlijke dienstverlening, n.e.g.|Other personal service activities n.e.c.|Erbringung von sonstigen überwiegend persönlichen Dienstleistungen a.n.g.
96.991|Services de rencontres|Contactbemiddelingsbureaus en dergelijke|Dating services|Kontaktbörsen und Ähnliches
96.992|Services de tatouage et de piercing|Plaatsen van tatoeages en piercings|Tattooing and piercing services|Tätowierung und Piercing
96.993|Services de soins autres que vétérinaires pour animaux de compagnie|Diensten in verband met de verzorging van huisdieren, m.u.v. veterinaire diensten|Care services for pet animals, other than veterinary|Dienstleistungen im Bereich der Haustierpflege, mit Ausnahme von Veterinärdiensten
96.994|Activités de dressage pour animaux de compagnie|Africhten van huisdieren|Training of pet animals|Haustierdressur
96.995|Hébergement d’animaux de compagnie|Pensions voor huisdieren|Boarding of pet animals|Unterbringung von Haustieren
96.999|Autres services personnels|Overige persoonlijke diensten|Other miscellaneous personal service activities|Sonstige persönliche Dienstleistungen
`;
