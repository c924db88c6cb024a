import { n as repositoryOf, t as doctorStep } from "./chunk-doctor-VkugXpKG.js";

export { doctorStep };