/** Section C, divisions 10 to 20 of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionC10To20 = `
C|Industrie manufacturière|Industrie|Manufacturing|Verarbeitendes Gewerbe/Herstellung von Waren
10|Industries alimentaires|Vervaardiging van voedingsmiddelen|Manufacture of food products|Herstellung von Nahrungs- und Futtermitteln
10.1|Transformation et conservation de la viande et préparation de produits à base de viande|Verwerking en conservering van vlees en vervaardiging van vleesproducten|Processing and preserving of meat and production of meat products|Schlachten und Fleischverarbeitung
10.11|Transformation et conservation de la viande, à l’exception de la viande de volaille|Verwerking en conservering van vlees, met uitzondering van vlees van gevogelte|Processing and preserving of meat, except of poultry meat|Schlachten, ohne Schlachten von Geflügel
10.111|Activités des abattoirs|Activiteiten van slachthuizen|Activities of slaughterhouses|Tätigkeiten von Schlachthäusern
10.112|Activités des ateliers de découpe de viande|Activiteiten van uitsnijderijen|Activities of meat cutting plants|Tätigkeiten von Zerlegungsbetrieben
10.113|Transformation des produits dérivés de la viande|Verwerking van afgeleide producten van vlees|Processing of meat products|Verarbeitung von Nebenprodukten aus Fleisch
10.119|Autre transformation et conservation de la viande, à l’exception de la viande de volaille|Overige verwerking en conservering van vlees, met uitzondering van vlees van gevogelte|Other processing and preserving of meat, except poultry meat|Sonstiges Schlachten, ohne Schlachten von Geflügel
10.12|Transformation et conservation de la viande de volaille|Verwerking en conservering van vlees van gevogelte|Processing and preserving of poultry meat|Schlachten von Geflügel
10.13|Préparation de produits à base de viande et viande de volaille|Vervaardiging van producten van vlees of van vlees van gevogelte|Production of meat and poultry meat products|Fleischverarbeitung
10.2|Transformation et conservation de poisson, de crustacés et de mollusques|Verwerking en conservering van vis en van schaal- en weekdieren|Processing and preserving of fish, crustaceans and molluscs|Fischverarbeitung
10.3|Transformation et conservation de fruits et légumes|Verwerking en conservering van groenten en fruit|Processing and preserving of fruit and vegetables|Obst- und Gemüseverarbeitung
10.31|Transformation et conservation de pommes de terre|Verwerking en conservering van aardappelen|Processing and preserving of potatoes|Kartoffelverarbeitung
10.311|Transformation et conservation de pommes de terre, sauf fabrication de préparations surgelées à base de pommes de terre|Verwerking en conservering van aardappelen, exclusief productie van diepgevroren aardappelbereidingen|Processing and preserving of potatoes, except manufacture of prepared frozen potatoes|Verarbeitung und Konservierung von Kartoffeln, mit Ausnahme von tiefgefrorenen Kartoffelerzeugnissen
10.312|Fabrication de préparations surgelées à base de pommes de terre|Productie van diepgevroren aardappelbereidingen|Manufacture of prepared frozen potatoes|Produktion von tiefgefrorenen Kartoffelerzeugnissen
10.32|Préparation de jus de fruits et légumes|Vervaardiging van groente- en fruitsappen|Manufacture of fruit and vegetable juice|Herstellung von Frucht- und Gemüsesäften
10.39|Autre transformation et conservation de fruits et légumes|Overige verwerking en conservering van groenten en fruit|Other processing and preserving of fruit and vegetables|Sonstige Verarbeitung von Obst und Gemüse
10.391|Transformation et conservation de légumes, sauf fabrication de légumes surgelés|Verwerking en conservering van groenten, exclusief productie van diepgevroren groenten|Processing and preserving of vegetables, except manufacture of frozen vegetables|Verarbeitung und Konservierung von Gemüse, mit Ausnahme der Herstellung von tiefgefrorenem Gemüse
10.392|Transformation et conservation de fruits, sauf fabrication de fruits surgelés|Verwerking en conservering van fruit, exclusief productie van diepgevroren fruit|Processing and preserving of fruit, except manufacture of frozen fruit|Verarbeitung und Konservierung von Obst, mit Ausnahme der Herstellung von tiefgefrorenem Obst
10.393|Fabrication de légumes et de fruits surgelés|Productie van diepgevroren groenten en fruit|Manufacture of frozen fruit and vegetables|Herstellung von tiefgefrorenem Gemüse und Obst
10.4|Fabrication d’huiles et graisses végétales et animales|Vervaardiging van plantaardige en dierlijke oliën en vetten|Manufacture of vegetable and animal oils and fats|Herstellung von pflanzlichen und tierischen Ölen und Fetten
10.41|Fabrication d’huiles et graisses|Vervaardiging van oliën en vetten|Manufacture of oils and fats|Herstellung von Ölen und Fetten, ohne Margarine u. ä. Nahrungsfette
10.42|Fabrication de margarine et graisses comestibles similaires|Vervaardiging van margarine en andere spijsvetten|Manufacture of margarine and similar edible fats|Herstellung von Margarine u. ä. Nahrungsfetten
10.5|Fabrication de produits laitiers et de glace alimentaire|Vervaardiging van zuivelproducten en consumptie-ijs|Manufacture of dairy products and edible ice|Herstellung von Milcherzeugnissen und Speiseeis
10.51|Fabrication de produits laitiers|Vervaardiging van zuivelproducten|Manufacture of dairy products|Herstellung von Milcherzeugnissen
10.52|Fabrication de crèmes glacées et autres glaces alimentaires|Vervaardiging van roomijs en ander consumptie-ijs|Manufacture of ice cream and other edible ice|Herstellung von Speiseeis
10.6|Travail des grains; fabrication de produits amylacés|Vervaardiging van maalderijproducten, zetmeel en zetmeelproducten|Manufacture of grain mill products, starches and starch products|Mahl- und Schälmühlen, Herstellung von Stärke und Stärkeerzeugnissen
10.61|Travail des grains|Vervaardiging van maalderijproducten|Manufacture of grain mill products|Mahl- und Schälmühlen
10.62|Fabrication de produits amylacés|Vervaardiging van zetmeel en zetmeelproducten|Manufacture of starches and starch products|Herstellung von Stärke und Stärkeerzeugnissen
10.7|Fabrication de produits de boulangerie-pâtisserie et de pâtes alimentaires|Vervaardiging van bakkerijproducten en deegwaren|Manufacture of bakery and farinaceous products|Herstellung von Back- und Teigwaren
10.71|Fabrication de pain; fabrication de pâtisserie fraîche|Vervaardiging van brood; vervaardiging van vers banketbakkerswerk|Manufacture of bread; manufacture of fresh pastry goods and cakes|Herstellung von Backwaren, ohne Dauerbackwaren
10.711|Fabrication industrielle de pain et de pâtisserie fraîche|Industriële vervaardiging van brood en van vers banketbakkerswerk|Industrial manufacture of bread and fresh pastry goods and cakes|Industrielle Herstellung von Brot und frischen Backwaren
10.712|Fabrication artisanale de pain et de pâtisserie fraîche|Ambachtelijke vervaardiging van brood en van vers banketbakkerswerk|Small-scale manufacture of bread and fresh pastry goods and cakes|Handwerkliche Herstellung von Brot und frischen Backwaren
10.72|Fabrication de biscuits, biscottes et pâtisseries de conservation|Vervaardiging van beschuit, biscuit en houdbaar banketbakkerswerk|Manufacture of rusks, biscuits, preserved pastries and cakes|Herstellung von Dauerbackwaren
10.73|Fabrication de pâtes alimentaires|Vervaardiging van deegwaren|Manufacture of farinaceous products|Herstellung von Teigwaren
10.8|Fabrication d’autres produits alimentaires|Vervaardiging van andere voedingsmiddelen|Manufacture of other food products|Herstellung von sonstigen Nahrungsmitteln
10.81|Fabrication de sucre|Vervaardiging van suiker|Manufacture of sugar|Herstellung von Zucker
10.82|Fabrication de cacao, de chocolat et de produits de confiserie|Vervaardiging van cacao, chocolade en suikerwerk|Manufacture of cocoa, chocolate and sugar confectionery|Herstellung von Süßwaren, ohne Dauerbackwaren
10.83|Transformation du thé et du café|Verwerking van thee en koffie|Processing of tea and coffee|Verarbeitung von Kaffee und Tee, Herstellung von Kaffee-Ersatz
10.84|Fabrication de condiments et assaisonnements|Vervaardiging van specerijen, sauzen en kruiderijen|Manufacture of condiments and seasonings|Herstellung von Würzmitteln und Soßen
10.85|Fabrication de plats préparés|Vervaardiging van bereide maaltijden en schotels|Manufacture of prepared meals and dishes|Herstellung von Fertiggerichten
10.86|Fabrication d’aliments homogénéisés et diététiques|Vervaardiging van gehomogeniseerde voedingspreparaten en dieetvoeding|Manufacture of homogenised food preparations and dietetic food|Herstellung von homogenisierten und diätetischen Nahrungsmitteln
10.89|Fabrication d’autres produits alimentaires n.c.a.|Vervaardiging van andere voedingsmiddelen, n.e.g.|Manufacture of other food products n.e.c.|Herstellung von sonstigen Nahrungsmitteln a.n.g.
10.9|Fabrication d’aliments pour animaux|Vervaardiging van diervoeders|Manufacture of prepared animal feeds|Herstellung von Futtermitteln
10.91|Fabrication d’aliments pour animaux de ferme|Vervaardiging van veevoeders|Manufacture of prepared feeds for farm animals|Herstellung von Futtermitteln für Nutztiere
10.92|Fabrication d’aliments pour animaux de compagnie|Vervaardiging van voeders voor huisdieren|Manufacture of prepared pet foods|Herstellung von Futtermitteln für sonstige Tiere
11|Fabrication de boissons|Vervaardiging van dranken|Manufacture of beverages|Getränkeherstellung
11.0
11.01|Fabrication de boissons distillées, par distillation, rectification et mélange|Vervaardiging van gedistilleerde dranken door distilleren, rectificeren en mengen|Distilling, rectifying and blending of spirits|Herstellung von Spirituosen
11.02|Production de vin (de raisin)|Vervaardiging van wijn uit druiven|Manufacture of wine from grape|Herstellung von Traubenwein
11.03|Fabrication de cidre et autres boissons fermentées à base de fruits|Vervaardiging van cider en andere gefermenteerde vruchtendranken|Manufacture of cider and other fermented fruit beverages|Herstellung von Apfelwein und sonstigen gegorenen Getränken aus Obst
11.04|Production d’autres boissons fermentées non distillées|Vervaardiging van andere niet-gedistilleerde gegiste dranken|Manufacture of other non-distilled fermented beverages|Herstellung von Wermutwein und sonstigen aromatisierten Weinen
11.05|Fabrication de bière|Vervaardiging van bier|Manufacture of beer|Herstellung von Bier
11.06|Fabrication de malt|Vervaardiging van mout|Manufacture of malt|Herstellung von Malz
11.07|Fabrication de boissons non alcoolisées et d’eaux embouteillées|Vervaardiging van frisdranken en water in flessen|Manufacture of soft drinks and bottled waters|Herstellung von Erfrischungsgetränken und Mineralwässern
12|Fabrication de produits à base de tabac|Vervaardiging van tabaksproducten|Manufacture of tobacco products|Tabakverarbeitung
12.0
13|Fabrication de textiles|Vervaardiging van textiel|Manufacture of textiles|Herstellung von Textilien
13.1|Préparation de fibres textiles et filature|Bewerken en spinnen van textielvezels|Preparation and spinning of textile fibres|Spinnstoffaufbereitung und Spinnerei
13.2|Tissage|Weven van textiel|Weaving of textiles|Weberei
13.3|Ennoblissement textile|Textielveredeling|Finishing of textiles|Veredlung von Textilien und Bekleidung
13.9|Fabrication d’autres textiles|Vervaardiging van andere textielproducten|Manufacture of other textiles|Herstellung von sonstigen Textilwaren
13.91|Fabrication d’étoffes à mailles|Vervaardiging van gebreide en gehaakte stoffen|Manufacture of knitted and crocheted fabrics|Herstellung von gewirktem und gestricktem Stoff
13.92|Fabrication de textiles ménagers et d’articles d’ameublement confectionnés|Vervaardiging van huishoudtextiel en geconfectioneerde artikelen voor stoffering|Manufacture of household textiles and made-up furnishing articles|Herstellung von Heimtextilien und konfektionierten Textilwaren für die Innenausstattung
13.921|Fabrication de linges de lit et de table et d’articles textiles à usage domestique|Vervaardiging van beddengoed, tafellinnen en textielwaren voor huishoudelijk gebruik|Manufacture of bed and table linen and textile articles for domestic use|Herstellung von Bettwäsche, Tischwäsche und Heimtextilien
13.929|Fabrication d’autres articles textiles confectionnés, sauf habillement|Vervaardiging van overige geconfectioneerde artikelen van textiel, m.u.v. kleding|Manufacture of other made-up textile articles, except wearing apparel|Herstellung von anderen konfektionierten Textilartikeln mit Ausnahme von Kleidung
13.93|Fabrication de tapis et moquettes|Vervaardiging van vloerkleden en tapijt|Manufacture of carpets and rugs|Herstellung von Teppichen
13.94|Fabrication de ficelles, cordes, cordages et filets|Vervaardiging van koord, bindgaren, touw en netten|Manufacture of cordage, rope, twine and netting|Herstellung von Seilerwaren
13.95|Fabrication de textiles non-tissés et articles non-tissés|Vervaardiging van ongeweven stoffen en artikelen van ongeweven stoffen|Manufacture of non-wovens and non-woven articles|Herstellung von Vliesstoff und nicht-konfektionierten Erzeugnissen daraus
13.96|Fabrication d’autres textiles techniques et industriels|Vervaardiging van ander technisch en industrieel textiel|Manufacture of other technical and industrial textiles|Herstellung von technischen Textilien
13.99|Fabrication d’autres textiles n.c.a.|Vervaardiging van andere textielproducten, n.e.g.|Manufacture of other textiles n.e.c.|Herstellung von sonstigen Textilwaren a.n.g.
14|Industrie de l’habillement|Vervaardiging van kleding|Manufacture of wearing apparel|Herstellung von Bekleidung
14.1|Fabrication d’articles à mailles|Vervaardiging van gebreide en gehaakte kleding|Manufacture of knitted and crocheted apparel|Herstellung von Bekleidung aus gewirktem und gestricktem Stoff
14.2|Fabrication d’autres articles d’habillement et accessoires|Vervaardiging van andere kleding en toebehoren|Manufacture of other wearing apparel and accessories|Herstellung von sonstiger Bekleidung und Bekleidungszubehör
14.21|Fabrication de vêtements de dessus|Vervaardiging van bovenkleding|Manufacture of outerwear|Herstellung von Oberbekleidung
14.22|Fabrication de vêtements de dessous|Vervaardiging van onderkleding|Manufacture of underwear|Herstellung von Wäsche
14.23|Fabrication de vêtements de travail|Vervaardiging van werkkleding|Manufacture of workwear|Herstellung von Arbeits- und Berufsbekleidung
14.24|Fabrication de vêtements en cuir et en fourrure|Vervaardiging van kleding van leer en van bont|Manufacture of leather clothes and fur apparel|Herstellung von Lederbekleidung und Pelzwaren
14.29|Fabrication d’autres articles d’habillement et accessoires n.c.a.|Vervaardiging van andere kleding en toebehoren, n.e.g.|Manufacture of other wearing apparel and accessories n.e.c.|Herstellung von sonstiger Bekleidung und Bekleidungszubehör a.n.g.
14.291|Fabrication de chapeaux et de bonnets|Vervaardiging van hoeden en petten|Manufacture of hats and caps|Herstellung von Hüten und Mützen
14.299|Fabrication d’autres vêtements et accessoires n.c.a.|Vervaardiging van overige kleding en toebehoren, n.e.g.|Manufacture of other miscellaneous wearing apparel and accessories n.e.c.|Herstellung von sonstiger Bekleidung und Bekleidungszubehör a.n.g.
15|Fabrication de cuir, d’articles en cuir et de produits similaires dans d’autres matières|Vervaardiging van leer, lederwaren en soortgelijke producten van andere materialen|Manufacture of leather and related products of other materials|Herstellung von Leder, Lederwaren und ähnlichen Produkten aus anderen Materialien
15.1|Tannage, apprêt et teinture des cuirs et des fourrures; fabrication de bagages, de maroquinerie, sellerie et bourrellerie|Looien, bereiden en verven van leder en bont; vervaardiging van koffers, tassen, zadel- en tuigmakerswerk|Tanning, dyeing, dressing of leather and fur; manufacture of luggage, handbags, saddlery and harness|Gerben, Färben, Zurichten von Leder und Fellen; Herstellung von Reisegepäck, Handtaschen, Sattlerwaren und Geschirren
15.11|Tannage, apprêt et teinture des cuirs et des fourrures|Looien, bereiden en verven van leder en bont|Tanning, dressing, dyeing of leather and fur|Gerben, Färben, Zurichten von Leder und Fellen
15.12|Fabrication de bagages, de maroquinerie, sellerie et bourrellerie, en toutes matières|Vervaardiging van koffers, tassen, zadel- en tuigmakerswerk van ongeacht welk materiaal|Manufacture of luggage, handbags, saddlery and harness of any material|Herstellung von Reisegepäck, Handtaschen, Sattlerwaren und Geschirren aus Stoffen aller Art
15.2|Fabrication de chaussures|Vervaardiging van schoeisel|Manufacture of footwear|Herstellung von Schuhen
16|Travail du bois et fabrication d’articles en bois et en liège, à l’exception des meubles; fabrication d’articles en vannerie et sparterie|Houtindustrie en vervaardiging van artikelen van hout en kurk, exclusief meubelen; vervaardiging van artikelen van riet en van vlechtwerk|Manufacture of wood and of products of wood and cork, except furniture; manufacture of articles of straw and plaiting materials|Herstellung von Holz-, Flecht-, Korb- und Korkwaren, ohne Möbel
16.1|Sciage et rabotage du bois; façonnage et finition du bois|Zagen en schaven van hout; verwerking en afwerking van hout|Sawmilling and planing of wood; processing and finishing of wood|Säge-, Hobel- und Holzimprägnierwerke; Bearbeitung und Veredlung von Holz
16.11|Sciage et rabotage du bois|Zagen en schaven van hout|Sawmilling and planing of wood|Säge-, Hobel- und Holzimprägnierwerke
16.12|Façonnage et finition du bois|Verwerking en afwerking van hout|Processing and finishing of wood|Bearbeitung und Veredlung von Holz
16.2|Fabrication d’articles en bois, liège, vannerie et sparterie|Vervaardiging van artikelen van hout, kurk, riet of vlechtwerk|Manufacture of products of wood, cork, straw and plaiting materials|Herstellung von sonstigen Holz-, Kork-, Flecht- und Korbwaren
16.21|Fabrication de placage et de panneaux de bois|Vervaardiging van fineer en van panelen op basis van hout|Manufacture of veneer sheets and wood-based panels|Herstellung von Furnier-, Sperrholz-, Holzfaser- und Holzspanplatten
16.22|Fabrication de parquets assemblés|Vervaardiging van geassembleerde parketvloeren|Manufacture of assembled parquet floors|Herstellung von Parketttafeln
16.23|Fabrication de charpentes et d’autres menuiseries|Vervaardiging van ander schrijn- en timmerwerk|Manufacture of other builders’ carpentry and joinery|Herstellung von sonstigen Konstruktionsteilen, Fertigbauteilen, Ausbauelementen und Fertigteilbauten aus Holz
16.24|Fabrication d’emballages en bois|Vervaardiging van houten emballage|Manufacture of wooden containers|Herstellung von Verpackungsmitteln, Lagerbehältern und Ladungsträgern aus Holz
16.25|Fabrication de portes et fenêtres en bois|Vervaardiging van houten deuren en vensters|Manufacture of doors and windows of wood|Herstellung von Türen und Fenstern aus Holz
16.26|Fabrication de combustibles solides à partir de biomasse végétale|Vervaardiging van vaste brandstoffen uit plantaardige biomassa|Manufacture of solid fuels from vegetable biomass|Herstellung von festen Brennstoffen aus pflanzlicher Biomasse
16.27|Finition de produits en bois|Afwerking van houten producten|Finishing of wooden products|Veredlung von Holzwaren
16.28|Fabrication d’objets divers en bois, d’objets en liège, vannerie et sparterie|Vervaardiging van andere artikelen van hout en van artikelen van kurk, riet of vlechtwerk|Manufacture of other products of wood and articles of cork, straw and plaiting materials|Herstellung von sonstigen Holzwaren sowie Kork-, Flecht- und Korbwaren
16.281|Fabrication d’objets divers en bois|Vervaardiging van andere artikelen van hout|Manufacture of other products of wood|Herstellung von sonstigen Holzwaren
16.282|Fabrication d’objets en liège, vannerie et sparterie|Vervaardiging van artikelen van kurk, riet of vlechtwerk|Manufacture of products of cork, straw and plaiting materials|Herstellung von Kork-, Flecht- und Korbwaren
17|Industrie du papier et du carton|Vervaardiging van papier en papierwaren|Manufacture of paper and paper products|Herstellung von Papier, Pappe und Waren daraus
17.1|Fabrication de pâte à papier, de papier et de carton|Vervaardiging van papierpulp, papier en karton|Manufacture of pulp, paper and paperboard|Herstellung von Holz- und Zellstoff, Papier, Karton und Pappe
17.11|Fabrication de pâte à papier|Vervaardiging van papierpulp|Manufacture of pulp|Herstellung von Holz- und Zellstoff
17.12|Fabrication de papier et de carton|Vervaardiging van papier en karton|Manufacture of paper and paperboard|Herstellung von Papier, Karton und Pappe
17.2|Fabrication d’articles en papier ou en carton|Vervaardiging van artikelen van papier of karton|Manufacture of articles of paper and paperboard|Herstellung von Waren aus Papier, Karton und Pappe
17.21|Fabrication de papier et carton ondulés et d’emballages en papier ou en carton|Vervaardiging van gegolfd papier, golfkarton en verpakkingsmateriaal van papier en karton|Manufacture of corrugated paper, paperboard and containers of paper and paperboard|Herstellung von Wellpapier und -pappe sowie von Verpackungsmitteln aus Papier, Karton und Pappe
17.22|Fabrication d’articles en papier à usage sanitaire ou domestique|Vervaardiging van huishoudelijke en sanitaire papierwaren|Manufacture of household and sanitary goods and of toilet requisites|Herstellung von Haushalts-, Hygiene- und Toilettenartikeln aus Zellstoff, Papier und Pappe
17.23|Fabrication d’articles de papeterie|Vervaardiging van kantoorbenodigdheden van papier|Manufacture of paper stationery|Herstellung von Schreibwaren und Bürobedarf aus Papier, Karton und Pappe
17.24|Fabrication de papiers peints|Vervaardiging van behangpapier|Manufacture of wallpaper|Herstellung von Tapeten
17.25|Fabrication d’autres articles en papier ou en carton|Vervaardiging van andere artikelen van papier of karton|Manufacture of other articles of paper and paperboard|Herstellung von sonstigen Waren aus Papier, Karton und Pappe
18|Imprimerie et reproduction d’enregistrements|Activiteiten op het gebied van drukwerk en reproductie van opgenomen media|Printing and reproduction of recorded media|Herstellung von Druckerzeugnissen; Vervielfältigung von bespielten Ton-, Bild- und Datenträgern
18.1|Imprimerie et services annexes|Activiteiten op het gebied van drukwerk en gerelateerde dienstverlening|Printing and service activities related to printing|Herstellung von Druckerzeugnissen
18.11|Imprimerie de journaux|Drukken van dagbladen|Printing of newspapers|Drucken von Zeitungen
18.12|Autres activités d’imprimerie|Overige activiteiten op het gebied van drukwerk|Other printing|Sonstiges Drucken
18.13|Activités de pré-presse|Prepress- en premediadiensten|Pre-press and pre-media services|Druck- und Medienvorstufe
18.14|Reliure et activités connexes|Activiteiten van binderijen en aanverwante diensten|Binding and related services|Binden von Druckerzeugnissen und damit verbundene Dienstleistungen
18.2|Reproduction d’enregistrements|Reproductie van opgenomen media|Reproduction of recorded media|Vervielfältigung von bespielten Ton-, Bild- und Datenträgern
19|Cokéfaction et raffinage|Vervaardiging van cokes en van geraffineerde aardolieproducten|Manufacture of coke and refined petroleum products|Kokerei und Mineralölverarbeitung
19.1|Cokéfaction|Vervaardiging van cokesovenproducten|Manufacture of coke oven products|Kokerei
19.2|Raffinage du pétrole et fabrication de produits à base de combustibles fossiles|Vervaardiging van geraffineerde aardolieproducten en van producten uit fossiele brandstoffen|Manufacture of refined petroleum products and fossil fuel products|Herstellung von Mineralölerzeugnissen und von fossilen Brennstoffen
20|Industrie chimique|Vervaardiging van chemische producten|Manufacture of chemicals and chemical products|Herstellung von chemischen Erzeugnissen
20.1|Fabrication de produits chimiques de base, de produits azotés et d’engrais, de matières plastiques de base et de caoutchouc synthétique|Vervaardiging van chemische basisproducten, kunstmeststoffen en stikstofverbindingen en van kunststoffen en synthetische rubber in primaire vormen|Manufacture of basic chemicals, fertilisers and nitrogen compounds, plastics and synthetic rubber in primary forms|Herstellung von chemischen Grundstoffen, Düngemitteln und Stickstoffverbindungen, Kunststoffen in Primärformen und synthetischem Kautschuk in Primärformen
20.11|Fabrication de gaz industriels|Vervaardiging van industriële gassen|Manufacture of industrial gases|Herstellung von Industriegasen
20.12|Fabrication de colorants et de pigments|Vervaardiging van kleurstoffen en pigmenten|Manufacture of dyes and pigments|Herstellung von Farbstoffen und Pigmenten
20.13|Fabrication d’autres produits chimiques inorganiques de base|Vervaardiging van andere anorganische chemische basisproducten|Manufacture of other inorganic basic chemicals|Herstellung von sonstigen anorganischen Grundstoffen und Chemikalien
20.14|Fabrication d’autres produits chimiques organiques de base|Vervaardiging van andere organische chemische basisproducten|Manufacture of other organic basic chemicals|Herstellung von sonstigen organischen Grundstoffen und Chemikalien
20.15|Fabrication de produits azotés et d’engrais|Vervaardiging van kunstmeststoffen en stikstofverbindingen|Manufacture of fertilisers and nitrogen compounds|Herstellung von Düngemitteln und Stickstoffverbindungen
20.16|Fabrication de matières plastiques de base|Vervaardiging van kunststoffen in primaire vormen|Manufacture of plastics in primary forms|Herstellung von Kunststoffen in Primärformen
20.17|Fabrication de caoutchouc synthétique|Vervaardiging van synthetische rubber in primaire vormen|Manufacture of synthetic rubber in primary forms|Herstellung von synthetischem Kautschuk in Primärformen
20.2|Fabrication de pesticides, de désinfectants et d’autres produits agrochimiques|Vervaardiging van verdelgingsmiddelen, ontsmettingsmiddelen en andere chemische producten voor de landbouw|Manufacture of pesticides, disinfectants and other agrochemical products|Herstellung von Schädlingsbekämpfungs-, Pflanzenschutz- und Desinfektionsmitteln
20.3|Fabrication de peintures, vernis, encres et mastics|Vervaardiging van verf, vernis e.d., drukinkt en mastiek|Manufacture of paints, varnishes and similar coatings, printing ink and mastics|Herstellung von Anstrichmitteln, Druckfarben und Kitten
20.4|Fabrication de savons et de produits d’entretien|Vervaardiging van was-, poets- en reinigingsmiddelen|Manufacture of washing, cleaning and polishing preparations|Herstellung von Wasch-, Reinigungs- und Poliermitteln
20.41|Fabrication de savons, détergents et produits d’entretien|Vervaardiging van zeep en wasmiddelen, poets- en reinigingsmiddelen|Manufacture of soap and detergents, cleaning and polishing preparations|Herstellung von Seifen, Wasch-, Reinigungs- und Poliermitteln
20.411|Fabrication de savons et de détergents|Vervaardiging van zeep en wasmiddelen|Manufacture of soap and detergents|Herstellung von Seifen und Waschmitteln
20.412|Fabrication de produits d’entretien et de nettoyage|Vervaardiging van poets- en reinigingsmiddelen|Manufacture of cleaning and polishing preparations|Herstellung von Reinigungs- und Poliermitteln
20.42|Fabrication de parfums et de produits pour la toilette|Vervaardiging van parfums en toiletartikelen|Manufacture of perfume and toilet preparations|Herstellung von Körperpflegemitteln und Duftstoffen
20.5|Fabrication d’autres produits chimiques|Vervaardiging van andere chemische producten|Manufacture of other chemical products|Herstellung von sonstigen chemischen Erzeugnissen
20.51|Fabrication de biocarburants liquides|Vervaardiging van vloeibare biobrandstoffen|Manufacture of liquid biofuels|Herstellung von flüssigen Biokraftstoffen
20.59|Fabrication d’autres produits chimiques n.c.a.|Vervaardiging van andere chemische producten, n.e.g.|Manufacture of other chemical products n.e.c.|Herstellung von sonstigen chemischen Erzeugnissen a.n.g.
20.6|Fabrication de fibres artificielles ou synthétiques|Vervaardiging van synthetische en kunstmatige vezels|Manufacture of man-made fibres|Herstellung von Chemiefasern
`;
