/** The schema.org types of business: LocalBusiness and its subtypes. */

const TYPES = `
AnimalShelter ArchiveOrganization AutomotiveBusiness AutoBodyShop AutoDealer AutoPartsStore AutoRental AutoRepair AutoWash
GasStation MotorcycleDealer MotorcycleRepair ChildCare Dentist DryCleaningOrLaundry EmergencyService FireStation Hospital
PoliceStation EmploymentAgency EntertainmentBusiness AdultEntertainment AmusementPark ArtGallery Casino ComedyClub MovieTheater
NightClub FinancialService AccountingService AutomatedTeller BankOrCreditUnion InsuranceAgency FoodEstablishment Bakery
BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop Restaurant Winery GovernmentOffice PostOffice
HealthAndBeautyBusiness BeautySalon DaySpa HairSalon HealthClub NailSalon TattooParlor HomeAndConstructionBusiness Electrician
GeneralContractor HVACBusiness HousePainter Locksmith MovingCompany Plumber RoofingContractor InternetCafe LegalService Attorney
Notary Library LodgingBusiness BedAndBreakfast Campground Hostel Hotel Motel Resort VacationRental MedicalBusiness
CommunityHealth Dermatology DietNutrition Emergency Geriatric Gynecologic MedicalClinic Midwifery Nursing Obstetric Oncologic
Optician Optometric Otolaryngologic Pediatric Pharmacy Physician Physiotherapy PlasticSurgery Podiatric PrimaryCare Psychiatric
PublicHealth ProfessionalService RadioStation RealEstateAgent RecyclingCenter SelfStorage ShoppingCenter
SportsActivityLocation BowlingAlley ExerciseGym GolfCourse PublicSwimmingPool SkiResort SportsClub StadiumOrArena TennisComplex
Store BikeStore BookStore ClothingStore ComputerStore ConvenienceStore DepartmentStore ElectronicsStore Florist FurnitureStore
GardenStore GroceryStore HardwareStore HobbyShop HomeGoodsStore JewelryStore LiquorStore MensClothingStore MobilePhoneStore
MovieRentalStore MusicStore OfficeEquipmentStore OutletStore PawnShop PetStore ShoeStore SportingGoodsStore TireShop ToyStore
WholesaleStore TelevisionStation TouristInformationCenter TravelAgency
`
  .trim()
  .split(/\s+/)

/** `Hair salon` and `HairSalon` are one type. */
export const foldType = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')

const BY_SPELLING = new Map(TYPES.map(type => [foldType(type), type]))

/** The type a category names, `hair salon` included; undefined for any other wording. */
export const knownBusinessType = (category: string | null) => BY_SPELLING.get(foldType(category ?? ''))

export const localBusinessType = (category: string | null): string =>
  knownBusinessType(category) ?? 'LocalBusiness'
