/** Section A of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionA = `
A|Agriculture, sylviculture et pêche|Landbouw, bosbouw en visserij|Agriculture, forestry and fishing|Land- und Forstwirtschaft, Fischerei
01|Culture et production animale, chasse et services annexes|Teelt van gewassen, veeteelt, jacht en diensten in verband met deze activiteiten|Crop and animal production, hunting and related service activities|Landwirtschaft, Jagd und damit verbundene Tätigkeiten
01.1|Cultures non permanentes|Teelt van eenjarige gewassen|Growing of non-perennial crops|Anbau ein- und zweijähriger Pflanzen
01.11|Culture de céréales, à l’exception du riz, et de légumineuses et de graines oléagineuses|Teelt van andere granen dan rijst, en van peulgewassen en oliehoudende zaden|Growing of cereals, other than rice, leguminous crops and oil seeds|Anbau von anderem Getreide als Reis sowie von Hülsenfrüchten und Ölsaaten
01.12|Culture du riz|Teelt van rijst|Growing of rice|Anbau von Reis
01.13|Culture de légumes, de melons, de racines et de tubercules|Teelt van groenten, meloenen en wortel- en knolgewassen|Growing of vegetables and melons, roots and tubers|Anbau von Gemüse und Melonen sowie Wurzeln und Knollen
01.14|Culture de la canne à sucre|Teelt van suikerriet|Growing of sugar cane|Anbau von Zuckerrohr
01.15|Culture du tabac|Teelt van tabak|Growing of tobacco|Anbau von Tabak
01.16|Culture de plantes à fibres|Teelt van vezelgewassen|Growing of fibre crops|Anbau von Faserpflanzen
01.19|Autres cultures non permanentes|Teelt van andere eenjarige gewassen|Growing of other non-perennial crops|Anbau von sonstigen ein- und zweijährigen Pflanzen
01.191|Culture de fleurs|Teelt van bloemen|Growing of flowers|Blumenbau
01.199|Autres cultures non permanentes n.c.a.|Teelt van andere eenjarige gewassen, n.e.g.|Growing of other non-perennial crops n.e.c.|Sonstiger Anbau einjähriger Pflanzen a.n.g.
01.2|Cultures permanentes|Teelt van meerjarige gewassen|Growing of perennial crops|Anbau mehrjähriger Pflanzen
01.21|Culture de la vigne|Teelt van druiven|Growing of grapes|Anbau von Wein- und Tafeltrauben
01.22|Culture de fruits tropicaux et subtropicaux|Teelt van tropisch en subtropisch fruit|Growing of tropical and subtropical fruits|Anbau von tropischen und subtropischen Früchten
01.23|Culture d’agrumes|Teelt van citrusvruchten|Growing of citrus fruits|Anbau von Zitrusfrüchten
01.24|Culture de fruits à pépins et à noyau|Teelt van pit- en steenvruchten|Growing of pome fruits and stone fruits|Anbau von Kern- und Steinobst
01.25|Culture d’autres fruits d’arbres ou d’arbustes et de fruits à coque|Teelt van andere boomvruchten, kleinfruit en noten|Growing of other tree and bush fruits and nuts|Anbau von sonstigem Obst und Nüssen
01.26|Culture de fruits oléagineux|Teelt van oliehoudende vruchten|Growing of oleaginous fruits|Anbau von ölhaltigen Früchten
01.27|Culture de plantes à boissons|Teelt van gewassen bestemd voor de vervaardiging van dranken|Growing of beverage crops|Anbau von Pflanzen zur Herstellung von Getränken
01.28|Culture de plantes à épices, aromatiques, médicinales et pharmaceutiques|Teelt van specerijgewassen en van aromatische en medicinale gewassen|Growing of spices, aromatic, drug and pharmaceutical crops|Anbau von Gewürzpflanzen, Pflanzen für aromatische, narkotische und pharmazeutische Zwecke
01.29|Autres cultures permanentes|Teelt van andere meerjarige gewassen|Growing of other perennial crops|Anbau sonstiger mehrjähriger Pflanzen
01.3|Reproduction de plantes|Plantenvermeerdering|Plant propagation|Betrieb von Baumschulen sowie Anbau von Pflanzen zu Vermehrungszwecken
01.30
01.301|Exploitation de pépinières, sauf pépinières forestières|Boomkwekerijen, m.u.v. bosboomkwekerijen|Operation of tree nurseries, except forest nurseries|Baumschulen mit Ausnahme von Forstbaumschulen
01.309|Autre reproduction de plantes|Overige plantenvermeerdering|Other plant propagation|Sonstige Pflanzenvermehrung
01.4|Production animale|Veeteelt|Animal production|Tierhaltung
01.41|Élevage de vaches laitières|Fokken en houden van melkvee|Raising of dairy cattle|Haltung von Milchkühen
01.42|Élevage d’autres bovins et de buffles|Fokken en houden van andere runderen en buffels|Raising of other cattle and buffaloes|Haltung von sonstigen Rindern
01.43|Élevage de chevaux et d’autres équidés|Fokken en houden van paarden en andere paardachtigen|Raising of horses and other equines|Haltung von Pferden und Eseln
01.44|Élevage de chameaux et d’autres camélidés|Fokken en houden van kamelen en andere kameelachtigen|Raising of camels and camelids|Haltung von Kamelen
01.45|Élevage d’ovins et de caprins|Fokken en houden van schapen en geiten|Raising of sheep and goats|Haltung von Schafen und Ziegen
01.46|Élevage de porcins|Fokken en houden van varkens|Raising of swine and pigs|Haltung von Schweinen
01.461|Élevage de porcs reproducteurs|Fokvarkenshouderijen|Raising of breeding pigs|Zucht von Zuchtschweinen
01.462|Élevage de porcs à l’engrais|Varkensvetmesterijen|Raising of fattening pigs|Mastschweinezucht
01.47|Élevage de volailles|Fokken en houden van pluimvee|Raising of poultry|Haltung von Geflügel
01.471|Élevage de poules|Kippenkwekerijen|Raising of hens|Hühnerzucht
01.472|Production d’œufs de volailles|Productie van eieren van pluimvee|Production of poultry eggs|Produktion von Geflügeleiern
01.479|Élevage d’autres volailles, sauf poules|Pluimveehouderijen, m.u.v. kippenkwekerijen|Raising of other poultry, excluding hens|Geflügelzucht, mit Ausnahme von Hühnern
01.48|Élevage d’autres animaux|Fokken en houden van andere dieren|Raising of other animals|Sonstige Tierhaltung
01.5|Culture et élevage associés|Gemengd landbouwbedrijf|Mixed farming|Gemischte Landwirtschaft
01.6|Activités de soutien à l’agriculture et traitement primaire des récoltes|Ondersteunende activiteiten in verband met de landbouw; activiteiten met betrekking tot gewassen na de oogst|Support activities to agriculture and post-harvest crop activities|Erbringung von landwirtschaftlichen Dienstleistungen und nach der Ernte anfallende Tätigkeiten
01.61|Activités de soutien aux cultures|Ondersteunende activiteiten in verband met de teelt van gewassen|Support activities for crop production|Erbringung von landwirtschaftlichen Dienstleistungen für den Pflanzenbau
01.62|Activités de soutien à la production animale|Ondersteunende activiteiten in verband met de veeteelt|Support activities for animal production|Erbringung von landwirtschaftlichen Dienstleistungen für die Tierhaltung
01.63|Traitement primaire des récoltes et traitement des semences|Behandeling van gewassen na de oogst en van zaden voor vermeerdering|Post-harvest crop activities and seed processing for propagation|Nach der Ernte anfallende Tätigkeiten in der pflanzlichen Erzeugung und Saatgutaufbereitung
01.7|Chasse, piégeage et activités de service connexes|Jacht, zetten van vallen en diensten in verband met deze activiteiten|Hunting, trapping and related service activities|Jagd, Fallenstellerei und damit verbundene Tätigkeiten
02|Sylviculture et exploitation forestière|Bosbouw en exploitatie van bossen|Forestry and logging|Forstwirtschaft und Holzeinschlag
02.1|Sylviculture et autres activités forestières|Bosbouw en bosbouwactiviteiten|Silviculture and other forestry activities|Forstwirtschaft
02.2|Exploitation forestière|Exploitatie van bossen|Logging|Holzeinschlag
02.3|Récolte de produits forestiers non ligneux poussant à l’état sauvage|Verzamelen van in het wild groeiende producten met uitzondering van hout|Gathering of wild growing non-wood products|Sammeln von wildwachsenden Produkten, ohne Holz
02.4|Activités de soutien à l’exploitation forestière|Ondersteunende diensten in verband met de bosbouw|Support services to forestry|Erbringung von Dienstleistungen für Forstwirtschaft und Holzeinschlag
03|Pêche et aquaculture|Visserij en aquacultuur|Fishing and aquaculture|Fischerei und Aquakultur
03.1|Pêche|Visserij|Fishing|Fischerei
03.11|Pêche en mer|Zeevisserij|Marine fishing|Meeresfischerei
03.12|Pêche en eau douce|Binnenvisserij|Freshwater fishing|Süßwasserfischerei
03.2|Aquaculture|Aquacultuur|Aquaculture|Aquakultur
03.21|Aquaculture en mer|Mariene aquacultuur|Marine aquaculture|Meeresaquakultur
03.22|Aquaculture en eau douce|Aquacultuur in zoet water|Freshwater aquaculture|Süßwasseraquakultur
03.3|Activités de soutien à la pêche et l’aquaculture|Ondersteunende activiteiten voor visserij en aquacultuur|Support activities for fishing and aquaculture|Erbringung von Dienstleistungen für Fischerei und Aquakultur
`;
