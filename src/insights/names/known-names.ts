/** Common names and the words and places that look like them: facts as lists, in small letters without diacritics. */

const list = (words: string) => words.trim().split(/\s+/)
const setOf = (words: string): ReadonlySet<string> => new Set(list(words))

/** As given in the United States and Britain, whatever language they come from. */
export const FIRST_NAMES = setOf(`
  aaron abby abdul abdullah abel abigail abraham ada adam adele adnan adrian adriana adrienne agnes agnieszka ahmad
  ahmed aidan aiden aileen aimee aisha ajay akash al alan alana alban albert alberto aldo alec alejandra alejandro
  aleksander alex alexa alexander alexandra alexis alfie alfonso alfred alfredo ali alice alicia alina alisha alison
  alissa allan allen allison allyson alma alonso alvin alyssa amanda amar amber amelia amina amir amit amy ana anand
  andre andrea andreas andres andrew andrzej andy angel angela angelica angelina angelo angie angus anh anil anita
  anjali ann anna anne annette annie anthony antoine antonia antonio anwar april archie ariana ariel arjun arlene
  armando arnold art arthur arturo arun asha asher ashish ashley ashok ashton asif audrey august austin ava avery
  ayesha bao barbara barney barry bart bartosz beatrice beatriz beau becca becky belinda bella ben benito benjamin
  bennett benny bernadette bernard bernice bert beth bethany betsy betty beverly bianca bill billy blair blake
  blanca bob bobby bonnie boris brad bradley brady brandi brandon brandy brayden brenda brendan brennan brent brett
  brian briana brianna bridget britney brittany brock brody brooke brooklyn bruce bruno bryan bryant bryce bryson
  byron caitlin caleb calvin cameron camila camille candace candice carl carla carlo carlos carlton carly carmen
  carol carole carolina caroline carolyn carrie carson carter cary casey cassandra cassie catalina catherine cathy
  cecil cecilia cedric celeste celia cesar chad chandra charlene charles charlie charlotte chase chau chelsea cheryl
  chester chloe chris christa christian christie christina christine christopher christy chuck cindy claire clara
  clarence clarissa clark claude claudia clay clayton cliff clifford clint clinton clyde cody colby cole colin
  colleen collin conner connie connor conor conrad constance cooper cora corey cory courtney craig cristian cristina
  crystal curt curtis cynthia daisy dakota dale dalia dallas dalton damian damien damon dan dana dane dani daniel
  daniela daniella danielle danny dante daphne darius dariusz darlene darnell darrell darren darryl daryl dave david
  davis dawid dawn dean deanna deb debbie deborah debra dee deepa deepak deirdre delia della delores denis denise
  dennis derek derrick desiree desmond destiny devin devon dewayne dexter diana diane dianne dick diego dillon dina
  dinesh dirk dmitri dolores dominic dominick dominique don donald donna donnie donovan dora doreen doris dorothy
  doug douglas drew duane duc duncan dung dustin dwayne dwight dylan earl ed eddie edgar edith edmund eduardo edward
  edwin eileen elaine eleanor elena eli elias elijah elisa elise eliza elizabeth ella ellen ellie elliot elliott
  elmer elsa elsie elvira emil emilia emilio emily emma emmanuel enrique eric erica erick ericka erik erika erin
  ernest ernesto ernie esmeralda esteban estella esther ethan eugene eunice eva evan eve evelyn ezra fabian faith
  farah fatima faye felicia felicity felipe felix fergus fernando fiona flora florence floyd frances francesca
  francesco francis francisco frank franklin fred freddie freddy frederick freya gabe gabriel gabriela gabriella
  gabrielle gail gareth garrett garry gary gavin gemma gene genevieve geoff geoffrey george georgia georgina gerald
  geraldine gerard gerardo gerry gertrude gianna gilbert gilberto gina ginger ginny giovanni gita gladys glen glenda
  glenn gloria gopal gordon grace gracie graham grant greg gregg gregory greta grzegorz guadalupe guillermo gus
  gustavo guy gwen gwendolyn hai hailey hal hamza hanh hank hannah hao harold harriet harris harrison harry harvey
  hassan hayden hazel heath heather hector heidi helen helena helga henry herb herbert herman hieu hilary hoa hoang
  holly homer hope horace howard hubert hudson hugh hugo hung hunter huong hussein ian ibrahim ida ignacio igor
  imran ina ines ingrid ira irene iris irma irving isaac isabel isabella isabelle isaiah ishaan ismael israel ivan
  ivy jace jack jackie jackson jacob jacqueline jacquelyn jada jade jaime jake jakub jamal jamel james jamie jan
  jana jane janet janice janine jared jarrod jasmin jasmine jason jasper javier jay jayden jayne jean jeanette
  jeanne jeannie jeff jefferson jeffery jeffrey jen jenna jennie jennifer jenny jerald jeremiah jeremy jermaine
  jerome jerry jess jesse jessica jessie jesus jill jim jimmy jin jo joan joann joanna joanne joaquin jocelyn jodi
  jodie jody joe joel joey johanna john johnathan johnnie johnny jon jonah jonas jonathan jordan jorge jose josef
  joseph josephine josh joshua josie joy joyce juan juana juanita judith judy julia julian juliana julie juliet
  julio julius june justin justine kaitlin kaitlyn kamal kamil karen kari karim karina karl karla karthik kasia
  katarzyna kate katelyn katherine kathleen kathryn kathy katie katrina kavita kay kayla keegan keisha keith kelley
  kelli kellie kelly kelsey kelvin ken kendall kendra kenneth kenny kent kerry kevin khalid khanh kiara kieran kim
  kimberly kirk kirsten kirsty kofi kris krish krishna krista kristen kristi kristin kristina kristine kristy
  krystal krzysztof kumar kurt kwame kyle kylie lacey lakshmi lam lamar lana lance landon lane lara larry latisha
  latoya laura laurel lauren laurence laurie lawrence layla lea leah leandro lee leela leigh leila lena leo leon
  leonard leonardo leroy les lesley leslie lester leticia levi lewis liam lila lilian lillian lillie lily lina linda
  lindsay lindsey linh lionel lisa liz liza lloyd logan lois lola lonnie lora loretta lori lorna lorraine louis
  louisa louise luca lucas lucia luciana lucille lucy luis luisa lukasz luke lupe luther luz lydia lyle lynda lynn
  lynne mabel mac maciej mack mackenzie maddie madeline madison mae maggie mai malcolm malik mandy manish manny
  manoj manuel mara marc marcel marcela marcia marcin marco marcos marcus marcy margaret margarita margie margo
  maria mariah marian mariana marianne marie mariela marilyn marina mario marion marisa marisol marissa marjorie
  mark marlene marlon marsha marshall marta martha martin marty martyna marvin mary maryam mason mateo mateusz
  mathew matilda matt matteo matthew maureen maurice mauricio max maxine maxwell may maya meera meg megan meghan
  mehdi mel melanie melinda melissa melody melvin mercedes meredith mia micah michael michal michele michelle mick
  mickey miguel mikael mikayla mike mikey mila mildred miles milo milton mindy minh miranda miriam misty mitch
  mitchell moe mohamed mohammad mohammed mohan mohit moira mollie molly mona monica monika monique monroe monty
  morgan morris moses muhammad muriel mustafa myles myra myrna myron nadia nadine nan nancy naomi narendra nasir
  natalia natalie natasha nate nathan nathaniel neal ned neha neil nellie nelson nestor neville ngoc nguyen nhung
  nia niall nicholas nick nicky nico nicola nicolas nicole nigel nikhil niki nikki nikolai nina nisha nitin noah
  noel noelle noor nora noreen norma norman octavio olga olive oliver olivia ollie omar oscar osman otis owen pablo
  paige pam pamela paolo paris parker pascal pat patrice patricia patrick patsy patti patty paul paula pauline pavel
  pawel payton pedro peggy penelope penny percy perry pete peter peyton phil philip phillip phoebe phuong phyllis
  pierre piotr polly pooja porter pradeep prakash prasad pratik preston priscilla priya quan quang quentin quinn
  rachael rachel rafael raghav rahul raj rajesh raju ralph ramesh ramiro ramon ramona randall randi randy raphael
  raquel rashid raul raven ravi ray raymond reagan rebecca rebekah reese reggie regina reginald rekha rene renee
  reuben rex reyna rhett rhonda ricardo rich richard rick rickey ricky riley rishi rita rob robbie robert roberta
  roberto robin robyn rocco rochelle rocky rod roderick rodney rodolfo rodrigo roger rohan rohit roland rolando
  roman ron ronald ronan ronnie rory rosa rosalie rosario rose rosemary rosie ross rowan roxanne roy ruben ruby rudy
  rufus rupert russ russell rusty ruth ryan sabrina sadie sal sally salma salman salvador sam samantha samir sammy
  samuel sandeep sandra sandy sanjay santiago santos sara sarah sasha saul savannah scott sean sebastian selena
  selina serena sergei sergio seth shane shannon shanta shari sharon shaun shauna shawn sheila shelby sheldon
  shelley shelly sheri sherman sherri sherrie sherry sheryl shirley shiv shreya sidney sienna sierra silvia simon
  simone skip skyler sofia solomon sonia sonja sonya sophia sophie spencer stacey staci stacy stan stanislaw stanley
  stefan stefanie stella stephan stephanie stephen sterling steve steven stewart stu stuart sue summer sunil sunita
  suresh susan susana susanne susie suzanne sybil sydney sylvia tabitha tamara tameka tami tammy tania tanner tanya
  tara tariq tasha tate taylor ted teddy terence teresa teri terrance terrell terrence terri terry tess tessa thanh
  thao thelma theo theodore theresa thomas thu thuy tia tiana tiffany tim timmy timothy tina toby todd tom tomas
  tomasz tomek tommy toni tonia tony tonya tori tracey traci tracy travis trent trevor tricia trinh trinity trisha
  tristan troy trung tuan tucker tyler tyrone tyson uma ursula usman valentina valeria valerie vanessa vaughn vera
  vernon veronica vicki vickie vicky victor victoria vijay vikram vince vincent viola violet virgil virginia vivek
  vivian wade waldo wallace wally walt walter wanda warren wayne wendell wendy wesley whitney wiktor wilbur will
  willard william willie willis wilma winston wojciech woody wyatt xavier xiomara yasmin yesenia yolanda yosef
  yousef yusuf yvette yvonne zach zachary zack zane zara zeke zoe zofia`)

/** Who bears the first of a group is also called by the others; who bears another is called by the first too. */
export const NAME_GROUPS = `
abigail abby|abraham abe|adrian ade|albert al bert|alejandro alex ale|alexander alex alec sandy xander|
alexandra alex sandra alexa|alan allan allen al|alfred alf fred|alfredo fredo|alison allison allyson ali|
amanda mandy|andrew andy drew|andrea andy andie|angela angie|ann anne annie|anthony antony tony|
antonio tony tonio|arthur art artie|barbara barb babs|bartosz bart|benjamin ben benny benji|bernard bernie|
beverly bev|bradley brad|brian bryan bryon|brittany britney|calvin cal|cameron cam|candace candice candy|
carl karl|caroline carolyn carrie|cassandra cass cassie|catherine katherine kathryn cathy kathy kate katie kat|
charles charlie chuck chas|charlotte lottie charlie|cheryl sheryl|christian chris|
christina kristina chris tina christie|christine kristine chris christie|christopher chris topher kit|
clifford cliff|clinton clint|connor conner conor|corey cory|curtis curt kurt|cynthia cindy|daniel dan danny|
danielle dani danni|daryl darryl darrell|darren darrin|david dave davey|deborah debra deb debbie|
dennis denny denis|derek derrick|diana di|dominic dominick dom nick|donald don donnie|dorothy dot dottie|
douglas doug|duane dwayne dewayne|edmund ed eddie|eduardo eddie ed|edward ed eddie ted ned|edwin ed eddie|
eleanor ellie nell|elijah eli|elizabeth liz beth lizzie betty betsy eliza|ellen ellie|eleanor ellie|
elliot elliott eliot|emily em|emmanuel manny|enrique rick|eric erik erick ric|erica erika ericka|ernest ernie|
ernesto ernie|eugene gene|evelyn evie|ezekiel zeke|fernando nando|florence flo|frances fran frannie|
francis frank fran|francisco frank paco pancho|franklin frank|frederick fred freddie freddy|gabriel gabe|
gabriela gabby|gabrielle gabby|geoffrey jeffrey jeffery geoff jeff|george georgie|gerald gerry jerry|
gerard gerry|gilbert gil|glen glenn|gregory greg gregg|guillermo memo|gwendolyn gwen|hannah hanna|
harold hal harry|harrison harry|henry hank harry|herbert herb|howard howie|hubert hugh bert|irving irv|
isaac ike zac|isabel isabelle izzy bella|isabella izzy bella|jacob jake jakub|jacqueline jackie|
james jim jimmy jamie|janet jan|janice jan|jasmine jasmin yasmin|jason jay jayson|jayden jaden|
jean jeanne jeannie|jennifer jen jenny jenn|jeremiah jerry|jeremy jerry jeremey|jerome jerry|jesse jessie jess|
jessica jess jessie|jesus chuy|joan joanie|joanna jo|john johnny jack jon|johnathan jonathan jon jonny john|
jordan jordy|jose pepe joe|joseph joe joey jos|josephine josie jo|joshua josh|judith judy|julian jules|
karen karin|katarzyna kasia|katelyn kaitlyn kaitlin caitlin kate|kathleen kathy kate kathi|
kelly kelley kellie kelli|kenneth ken kenny|kevin kev|kimberly kim kimmy|kristen kristin kris|
krzysztof kris chris|lawrence laurence larry|leonard leo len lenny|leonardo leo|leroy roy|leslie les lesley|
lewis louis lou louie|lillian lily lil|lindsay lindsey|louise lou|lucas luke luca|lucille lucy|
lukasz luke lucas|luis louis|lynn lynne|mackenzie mac kenzie|madeline maddie|madison maddie|
margaret maggie meg peggy marge margie|marianne marian|marc mark|marcin martin|marjorie marge margie|
martin marty|marvin marv|mateusz matt|matthew matt mathew matty|maureen mo|maurice mo|maxwell max|
maximilian max|megan meghan meg|melanie mel|melissa mel missy lissa|melvin mel|
michael mike mikey mick mickey mikael|michal michael mike|michelle michele shelly|miguel mike|mildred millie|
mitchell mitch|mohamed mohammad mohammed muhammad mo|monica monika|nancy nan|natalie nat|nathan nate nat|
nathaniel nate nat|neil neal|nicholas nick nicky nicolas nico|nicole nicki nikki nicky|norman norm|oliver ollie|
olivia liv|oscar oskar|pamela pam|patricia pat patty patti tricia trish|patrick pat paddy|paul paulie|
pawel paul|pedro pete|penelope penny|peter pete|philip phillip phil|piotr peter pete|rachel rachael rach|
ralph ralphie|randall randy|raymond ray|rebecca rebekah becca becky|reginald reggie reg|ricardo rick ricky rich|
richard rich rick ricky dick richie|robert rob bob bobby robbie bert|roberto rob robert bobby|roderick rod|
rodney rod|roger rog|roland rollie|ronald ron ronnie|rosa rosie|rose rosie|rosemary rosie rose|rudolph rudy|
russell russ rusty|salvador sal|salvatore sal|samantha sam sammy|samuel sam sammy|sandra sandy|sara sarah|
sean shawn shaun|sebastian seb|sergio serge|sharon shari|shelly shelley|sheri sherri sherrie|sherry cheri|
sidney sid sydney|sofia sophia sophie|solomon sol|spencer spence|stanislaw stan|stanley stan|
stephanie steph stefanie|stephen steven steve stephan|steven stevie|stuart stewart stu|susan sue susie suzy|
suzanne sue suzy|sylvia silvia|tamara tammy|tammy tami|taylor tay|terence terrence terrance terry|
teresa theresa terry tess tessa|theodore ted teddy theo|thomas tom tommy|tomas tom tommy|
tomasz tomek tom tomas thomas|timothy tim timmy|tobias toby|tracy tracey traci|tyler ty|tyrone ty|valerie val|
vernon vern|veronica ronnie|victor vic|victoria vicky vicki tori|vincent vince vinny vinnie|virginia ginny|
vivian viv|wallace wally|walter walt wally|wesley wes|wiktor victor|william will bill billy willie|
wojciech voytek|yusuf yousef|zachary zach zack zachery|diane dianne di`
  .split('|')
  .map(list)

/** Common surnames: after a first name they make it somebody's full name, even those that are words. */
export const SURNAMES = setOf(`
  adams alexander allen alvarez anderson andrews armstrong arnold bailey baker barnes bell bennett berry bishop
  black blake boyd bradley brooks brown bryant burke burns butler campbell carpenter carroll carter castillo castro
  chapman chavez chen clark coleman collins cook cooper cox crawford cruz cunningham curtis daniels davidson davis
  day dean delgado diaz dixon duncan dunn edwards elliott ellis evans ferguson fernandez fisher flores ford foster
  fox franklin freeman fuller garcia gardner garza gibson gilbert gomez gonzales gonzalez gordon graham grant gray
  green greene griffin gupta gutierrez hall hamilton hansen harper harris harrison hart harvey hawkins hayes
  henderson henry hernandez hicks hill hoffman holland holmes howard hudson hughes hunt hunter jackson jacobs james
  jenkins jensen jimenez johnson johnston jones jordan kelley kelly kennedy khan kim king knight kowalski kumar lane
  larson lawrence lawson lee lewis little long lopez lynch marshall martin martinez mason matthews mccoy mcdonald
  mendez mendoza meyer miller mills mitchell moore morales moreno morgan morris morrison murphy murray myers nelson
  newman nguyen nichols nowak obrien oliver olson ortiz owens palmer parker patel patterson payne pearson perez
  perkins perry peters peterson phillips pierce porter powell price quinn ramirez ramos reed reid reyes reynolds
  rice richards richardson riley rivera roberts robertson robinson rodriguez rogers romero rose ross ruiz russell
  ryan sanchez sanders schmidt schultz scott shah shaw silva simmons simpson sims singh smith snyder soto spencer
  stephens stevens stewart stone sullivan taylor thomas thompson tran tucker turner vargas vasquez wagner walker
  wallace walsh ward warren washington watkins watson weaver webb welch wells west wheeler white williams williamson
  willis wilson wong wood woods wright wu yang young zhang`)

/** Names that are words too. */
export const WORD_NAMES = setOf(`
  abel ally amber angel april art ash aspen august autumn barb basil bay berry bill blaze bo brandy brook brooks
  buck bud buddy bunny buster butch buzz candy carol cash chance charity chase chip chuck clay cliff colt coral
  crystal curt daisy dale dawn dean dee destiny diamond dick dixie doc dolly dom don dot drake drew duke dusty earl
  ebony eden ember emery eve faith fay fern fisher flint flo flora forest forrest foster fox frank gage gale garnet
  gene genie ginger glen glory goldie grace grant gray grey griffin guy harmony harper hawk hazel heath heather
  heaven herb holly honey hope hunter iris ivory ivy jack jade jasmine jay jean jersey jet jewel joy june junior
  justice ken kit kitty lacy lance lane laurel liberty lily linden link london love lucky lyric mac mace major
  marina mark marsh mason maverick may melody mercy miles missy misty myrtle nat norm nova olive opal page pansy
  park parker pat patty pearl peg penny pepper phoenix pierce piper poppy porter prince rain raven ray red reed rex
  rich rick river rob robin rocky rod roman rose rosemary rowan ruby rusty sage sal sandy scarlet scout serenity
  shaw shepherd sherry sierra silver skip sky skye sonny spike star sterling storm sue summer sunny tanner tiger
  trinity tucker turner van victor viola violet wade walker ward warren wheeler will willow windy winter woody wren`)

/** Names that are places too. */
export const PLACE_NAMES = setOf(`
  abilene adelaide alexandria arlington aspen atlanta augusta aurora austin beaumont berkeley bethany boston branson
  brighton bristol brooklyn burlington cairo camden carolina carson charleston charlotte chelsea chester cheyenne
  cleveland clifton clinton columbus dakota dallas dalton daytona denver devon diego douglas dublin durham easton
  eden elgin elizabeth eugene everett fargo florence francisco fremont galveston geneva georgia grant hayward helena
  henderson houston hudson hunter ireland irving israel jackson jacksonville jamaica jefferson jersey jordan kent
  kenya kingston lafayette lancaster lansing laredo lawrence lexington lincoln logan london louisville lourdes
  lubbock madison manchester marion marshall memphis mesa miami milan milton modesto monroe montana montgomery
  morgan nevada newport newton norman odessa olympia orlando orleans oxford palmer paris parker philadelphia phoenix
  pierre preston princeton raleigh reno richmond rochester roman salem salisbury santiago savannah scarborough selma
  sienna sierra spencer stafford stanley sterling stockton stratford sydney tacoma tampa taylor trenton tulsa tyler
  valencia vernon victoria vienna virginia waco wales warren warwick washington wayne wellington wichita windsor
  winston york`)

/** Common words: with a capital letter they begin a sentence or stand in a heading, and misspell nobody. */
export const WORDS = setOf(`
  able about above absolutely account across actually admit advice after again against age ages ago ahead aides air
  alas ales alike alive all almost alone along already also although alto always am amazing american amount an and
  anger angle another answer ante any anyone anything apart app apple appreciate apron archive are area argue arm
  around arrived as ashes ask asked at ate aunt auto average away awesome baba baby back bad bag bags bait bake
  baked balance ball band bank bar bard bare barely bark barley barn bars base basket bass bat bath battery bays be
  beam bean beans bear beat beautiful because bed beef been beer beet before behind being believe bell bells belly
  below belt bent bento berth beside best bet bets better between beyond bibs big bills bin bit bite black blade
  blame bless blew blink block blue board body bone book booked boot boss both bottle bottom bought bowl box boy
  brain brake brand bread break briar brick bridge bright bring british broad broke broken broth brother brought
  brown brunch brush budget build built bull burnt bus but butter button buy by cable cake call called calls came
  camera can cans caps car card cards care carer cargo carob carried carries carry cars cart carte cartel carton
  case cases cast cat cats cease cedar celiac cellar center chai chain chair change char charge charged charger
  charges charter chased chaser chaste chat cheap cheaper check cheese chef chicken child chinese chips choice
  choose chose christmas chrome chunk church city clack claim clam clank clap class claw clean clear clerk click
  client cling clip clock close closed cloud coach coat cod code coffee coin cola cold colic colon color colour come
  comes comfy coming communication company cone contractor cook cooked cooker cool cooler cope copper copy cord core
  corn corner cost costs cosy could counter county couple course court courteous cover covered cozy crab crack
  cracked crag crass cream credit crew crisp cross crowd crust cry cult curb cure curl curry customer cut cuts daily
  dairy dal damp dance dandy dare dark darn data date daughter day days dead deaf deal dealer dear december deck
  deep definitely deli dell delta demon den dense deny design desire desired desk despite dessert did dim dine dingo
  dining dinner dire dirt dish dishes disk dispatcher display distance dive do dock does dog dogs doing dole dollar
  dollars done door dorm dory double dough dove down dozen drag drains draw drawer drawn dream drink drive driver
  drivers drives drop drove drug dry duck dug during dust dustbin each ear early earn ears earth easter easy eat
  eaten edge edges edit egg eggs eight either elan elder electrician eleven elite else email emails empty end ended
  ends english enjoy enjoyed enough entire era estimate estimator even evening ever every everybody everyone
  everything evil exactly excellent except expect extra eye eyes face fade failed fair fake fame family fan fancy
  fans fantastic far fare fast faster fat fate father fault faze february fed fee feed feel feels fees feet fell
  felt few fifteen fifty files fill filled film filter finally find fine finger finish finished fire fired firm
  first fish fit fits five fixed flan flank flat flawless fled flight flood floor floors foam follow food fool foot
  for foreman forget fork form fort forty found four fourth frame france frankly free freed french fresh friday
  fridge fried friend friendly friends fries from front frozen fry full fun funny fuss gain gall game games gamma
  garage garden garlic gas gate gave gay gem genes genius genre gentle german get gets getting ghost giant gift gin
  girl give given gives glass glean glee glide go goal goes going gold golden gone good got grade graft gran grand
  grape grate grave gravy graze grease great greek green grew grill ground grown guess guests gym had hair half ham
  hand handed handle handled hands hang happened happy hard hardly hardy has hash hat hats have haven having he head
  health hear heard heart heat heater heats heavy heel held hello help henna her herbs here hero hers hey hi high
  highly him himself his his hit hoard hold holds hole holiday holy home homes hone honest honestly hop hoped hopes
  hose host hostess hot hotel hour hours house hover how however hub hug huge hugs human hundred hung hunger hungry
  hunk hunt hunted hurry husband hush hype i ice if impressed in inch ink inside inspector installer instead into
  invoice is issue it italian its itself jacks jammy jams january japanese jar jeans jest jets jilt job join joke
  juice juicy july junk jury just kale karma keep keeps kept kettle key keys kick kid kids kill kiln kilo kind kinds
  kitchen kite knees knew know knowledgeable known knows korean kudos label lace laces lady lag laid lake lamb lame
  lamp land landed lanes laptop lard large larger lark larva last late later lather latte laundry lava law lawn
  lawyer lead leaf leak lean leap learn least leave leaves left legs lemon lend lens lent leopard less lesson let
  lets letter level levy liar lid life lift light lighter lights like liked lilac lin line lines lint lion lisp list
  lit little live lived living load loan lobby lobster local lock logic login logo logs loin lone long longer look
  looked looking looks loose lord loses loss lost lot lots loud lovely low lower luck lunch lure lute lynx machine
  macros made mail main make maker makes making malt mama man manage manager mango manor manual many march mare
  margaritas margin marine marks maroon marry mars marshal mart martini martyr marvel mask mast mat match mate mates
  matte matted matter mattress matzo maybe mayo me meal mean means meant meat medium memo memory men menu merge mess
  messy met metal mexican mic mice mics middle might mild mile milk mill mills mime mind minds mine mini minimum
  mint minty minute minutes mire mirror miso miss missed missing mist mite mitt mixed mixes moan mock mode model
  moment monday money monitor mono month months mood more morning moss most mostly mother mouse mouth move moved
  moves moving much mug murk music must musty mutt my myself nail name natural near nearly neat neck need needed
  needs nephew never new next nice night nights nil nine no nobody noise noisy none noodle noodles nook noon nor
  normal norms not note nothing noticed novel november now nowhere number nurse oar october odd of off offered
  office often oh oil ok okay old older olives omen on once one ones onion online only open opened opens option or
  orange order ordered other others otherwise ought our ours out outside oven over owe owed owes own owned owner
  oxen pace pack packed pact pad pages paid pail pain paint pair pairs pal palm panel paper parents parked parking
  parks part parts party pass passed past pasta paste patience patient patio pave paved pay paying peep peer pen
  people perch perfect perfectly perky person pet pets petty phial phone photo photos piano pick picked picks pico
  picture pie piece piggy pink pipe pizza place places plain plan plant plate plates play please pleasure plenty
  plug plumber plus pocket point policy polite polo pool pope pork port portions poster pot potato potatoes poured
  power press pretty price prices print printed printer private pro problem product professional program promised
  proper properly props proud pub pull pulled pulls punctual pushed pushy put puts putty quad quality quay question
  quick quicker quiet quote race rack ragu rail raita ramen ran ranch rang range rare rash rate rather rave raved
  ravioli raw reach reached read reader reading ready real really reason receptionist recipe recommend refill refund
  refused regret regular remember remote removed renew rent repair replaced rest retina return returned returns
  reuse review reviews ribs rice right ring rings rise risk risky road roast roasted robe robot rock rocks rode role
  roll rolled rolls roof room roomy root rope roses rosy round router rove rows rub rubber ruddy rude rugby rugs run
  running runs ruse rush rust sadly saga said sail salad sales salesman saleswoman salmon salsa salt salty same sand
  sane sash sat saturday sauce sauces sauna save saved saves saving saw say saying says scan school scratch screen
  screens screws sea seal sealed seam sear search seat seats second seconds sedan see seemed seems seen sell seller
  send sense sent separate september serene serve served server service set sets setting setup seven seventy several
  shade shake shale shame shank shape share shared shark sharp shave shawl she sheet shelf shell shells shift shin
  shine ship shone shop short should shoulder shoutout show showed shower shown shows shrimp shun shut side sign
  signed silent silly simmer simple simply since single sip sister sit site sits six sixty size ski skid skim skimp
  skin skis slap sleep sleeve slice slices slim slip slot slots slow small smaller smart smell smelled smile smoke
  smoked smoky smooth so sofa soft soggy sold solid some somebody someone something son sonic soon sorry sort soul
  sound sounds soup sour space span spanish spare spawn speak speaker special specials speed spend spent spite split
  spoon spot spring stab stack staff stag stain stairs stand standard stands stars start started starter starts
  state station stay stayed stays steady steak steal steam stellar step steps stew stick sticker sticky still stock
  stone stood stop stopped storage store stories stove straight strap street strip strong stuck student stuff
  stuffed stun stunning sturdy stylist such sum sun sunday super superb supply support suppose sure surface surge
  surprise sushi swan swap sweet switch system table tables tablet tacos tailor take taken takes taking tale talk
  talked tam tame tan tank tanned tap tape tarp tarry tart taste tasted tastes taxi tea team tech technician
  technicians teeth tell tells ten tender tenner tent term terrace test tests text thai than thank thanks that thaw
  the their theirs them then there these they thick thin thing things think thinking third thirty this thorough
  those though thought three threw throne through throw thrown thud thursday thus ticket tidy tight tiler till time
  times tin tint tiny tip tips tired to toad toast toddler together told tomatoes ton tone tonic tons too took tool
  top tore torn toss tote touch touched tough tower town toy trace track tract train trash travel tray treat treated
  tremor trend trial tried trip trivia trod trot trouble truck truffle trunk trust try tucked tuesday tuna turn
  turned turns twelve twenty twice two type uncle under unit unless unlike until up update upstairs us use used
  useful user uses using usual usually vacuum value vegan vein verb very vet vice video view vigil villa vine visit
  visits vista voice volume wad wage wait waited waiter waiters waiting waitress wake walk walked walking walks wall
  walls waltz wand wane want wanted warden warm warned warranty wart was washing watch watched water watt wave way
  we wear weather wedding wednesday week weekend weeks weight well went were wet what whatever wheel when whenever
  where whether which while white who whoever whole whose why wide wife wild wills wilt wily wind window windows
  wine wings wiped wish with within without won wonderful wood woods word words wordy wore work worked working works
  world worn worry worse worst worth would write written wrong wrote year years yellow yes yet you young your
  yourself zero zone zoom`)
