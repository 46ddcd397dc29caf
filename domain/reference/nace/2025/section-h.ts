/** Section H of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionH = `
H|Transports et entreposage|Vervoer en opslag|Transportation and storage|Verkehr und Lagerei
49|Transports terrestres et transports par conduites|Vervoer te land en vervoer via pijpleidingen|Land transport and transport via pipelines|Landverkehr und Transport in Rohrfernleitungen
49.1|Transport ferroviaire de voyageurs|Personenvervoer per spoor|Passenger rail transport|Personenbeförderung im Schienenverkehr
49.11|Transport ferroviaire lourd de voyageurs|Personenvervoer per trein|Passenger heavy rail transport|Personenbeförderung im Eisenbahnverkehr
49.12|Autre transport ferroviaire de voyageurs|Personenvervoer per spoor anders dan per trein|Other passenger rail transport|Sonstige Personenbeförderung im Schienenverkehr
49.2|Transport ferroviaire de fret|Goederenvervoer per spoor|Freight rail transport|Güterbeförderung im Schienenverkehr
49.3|Autre transport terrestre de voyageurs|Overig personenvervoer te land|Other passenger land transport|Sonstige Personenbeförderung im Landverkehr
49.31|Transport régulier de voyageurs par route|Personenvervoer over de weg volgens dienstregeling|Scheduled passenger transport by road|Personenbeförderung im Linienverkehr auf der Straße
49.32|Transport non régulier de voyageurs par route|Personenvervoer over de weg zonder dienstregeling|Non-scheduled passenger transport by road|Personenbeförderung im Gelegenheitsverkehr auf der Straße
49.33|Activités de service de transport de voyageurs sur demande par véhicule avec chauffeur|Diensten voor personenvervoer op aanvraag per voertuig met chauffeur|On-demand passenger transport service activities by vehicle with driver|Personenbeförderung mit Fahrzeug mit Fahrer auf Abruf
49.34|Transport de voyageurs par téléphériques et remontées mécaniques|Personenvervoer met kabelbanen en skiliften|Passenger transport by cableways and ski lifts|Personenbeförderung mit Seilbahnen und Skiliften
49.39|Autre transport terrestre de voyageurs n.c.a.|Overig personenvervoer te land, n.e.g.|Other passenger land transport n.e.c.|Sonstige Personenbeförderung im Landverkehr a.n.g.
49.4|Transport routier de fret et services de déménagement|Goederenvervoer over de weg en verhuisbedrijven|Freight transport by road and removal services|Güterbeförderung im Straßenverkehr, Umzugstransporte
49.41|Transport routier de fret|Goederenvervoer over de weg|Freight transport by road|Güterbeförderung im Straßenverkehr
49.42|Activités de déménagement|Verhuisactiviteiten|Removal services|Umzugstransporte
49.5|Transport par conduites|Vervoer via pijpleidingen|Transport via pipeline|Transport in Rohrfernleitungen
50|Transport par eau|Vervoer over water|Water transport|Schifffahrt
50.1|Transports maritimes et côtiers de passagers|Personenvervoer over zee- en kustwateren|Sea and coastal passenger water transport|Personenbeförderung in der Hochsee- und Küstenschifffahrt
50.2|Transports maritimes et côtiers de fret|Goederenvervoer over zee- en kustwateren|Sea and coastal freight water transport|Güterbeförderung in der Hochsee- und Küstenschifffahrt
50.3|Transports fluviaux de passagers|Personenvervoer over binnenwateren|Inland passenger water transport|Personenbeförderung in der Binnenschifffahrt
50.4|Transports fluviaux de fret|Goederenvervoer over binnenwateren|Inland freight water transport|Güterbeförderung in der Binnenschifffahrt
51|Transports aériens|Luchtvaart|Air transport|Luftfahrt
51.1|Transports aériens de passagers|Personenvervoer door de lucht|Passenger air transport|Personenbeförderung in der Luftfahrt
51.2|Transports aériens de fret et transports spatiaux|Goederenvervoer door de lucht; ruimtevaart|Freight air transport and space transport|Güterbeförderung in der Luftfahrt und Raumtransport
51.21|Transports aériens de fret|Goederenvervoer door de lucht|Freight air transport|Güterbeförderung in der Luftfahrt
51.22|Transports spatiaux|Ruimtevaart|Space transport|Raumtransport
52|Entreposage et services auxiliaires des transports|Opslag en vervoerondersteunende activiteiten|Warehousing, storage and support activities for transportation|Lagerei sowie Erbringung von sonstigen Dienstleistungen für den Verkehr
52.1|Entreposage et stockage|Opslag|Warehousing and storage|Lagerei
52.2|Services auxiliaires des transports|Vervoerondersteunende activiteiten|Support activities for transportation|Erbringung von sonstigen Dienstleistungen für den Verkehr
52.21|Services auxiliaires des transports terrestres|Diensten in verband met vervoer te land|Service activities incidental to land transportation|Erbringung von sonstigen Dienstleistungen für den Landverkehr
52.22|Services auxiliaires des transports par eau|Diensten in verband met vervoer over water|Service activities incidental to water transportation|Erbringung von sonstigen Dienstleistungen für die Schifffahrt
52.23|Services auxiliaires des transports aériens|Diensten in verband met de luchtvaart|Service activities incidental to air transportation|Erbringung von sonstigen Dienstleistungen für die Luftfahrt
52.24|Manutention du fret|Vrachtbehandeling|Cargo handling|Frachtumschlag
52.241|Manutention du fret portuaire|Vrachtbehandeling in zeehavens|Cargo handling in ports|Frachtumschlag in Seehäfen
52.249|Autre manutention du fret sauf portuaire|Overige vrachtbehandeling, exclusief in zeehavens|Other cargo handling except in ports|Sonstiger Güterumschlag, in anderen Einrichtungen als Seehäfen
52.25|Activités de service logistique|Logistieke diensten|Logistics service activities|Erbringung von Logistikdienstleistungen
52.26|Autres activités de soutien pour les transports|Andere vervoerondersteunende activiteiten|Other support activities for transportation|Erbringung von sonstigen Dienstleistungen für den Verkehr
52.3|Activités de service d’intermédiation pour les transports|Bemiddelingsactiviteiten in verband met vervoer|Intermediation service activities for transportation|Vermittlungstätigkeiten für den Verkehr
52.31|Activités de service d’intermédiation pour le transport de fret|Bemiddelingsactiviteiten in verband met goederenvervoer|Intermediation service activities for freight transportation|Vermittlungstätigkeiten für die Güterbeförderung
52.32|Activités de service d’intermédiation pour le transport de passagers|Bemiddelingsactiviteiten in verband met personenvervoer|Intermediation service activities for passenger transportation|Vermittlungstätigkeiten für die Personenbeförderung
53|Activités de poste et de courrier|Post- en koeriersdiensten|Postal and courier activities|Post-, Kurier- und Expressdienste
53.1|Activités de poste dans le cadre d’une obligation de service universel|Postdiensten in het kader van de universele dienstverplichting|Postal activities under universal service obligation|Postdienste von Universaldienstleistungsanbietern
53.2|Autres activités de poste et de courrier|Overige posterijen en koeriers|Other postal and courier activities|Sonstige Post-, Kurier- und Expressdienste
53.3|Activités de service d’intermédiation pour des activités de poste et de courrier|Bemiddelingsactiviteiten in verband met post- en koeriersdiensten|Intermediation service activities for postal and courier activities|Vermittlungstätigkeiten für Post-, Kurier- und Expressdienstleistungen
`;
