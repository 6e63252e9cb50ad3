# Fee machine of the garage at the station. All in cents
#   v1  cars
#   v2  nights and weekends, for the concert hall
#   v3  motorbikes. And lorries, now that the market is next door
#   v4  receipts, and cards by the month


class Meter:
    # ------------------------------------------------------------------ v1

    # day: when they came, Mon to Sun. came, left: like 08:15, nobody stays for a whole day
    # lost: no ticket. came is empty then, we do not know it
    def fee(self, vehicle, day, came, left, lost=False):
        if vehicle == "lorry":
            return self.lorry_fee(day, came, left, lost)
        elif vehicle == "car" or vehicle == "motorbike":
            if lost == False:
                t = int(came[:2]) * 60 + int(came[3:])
                end = int(left[:2]) * 60 + int(left[3:])
                if end < t:
                    end = end + 1440  # next day
                if end - t > 10:
                    sum = 0
                    while t < end:
                        clock = t % 1440
                        if clock >= 360:
                            if clock < 1200:
                                if self.weekend(day, t) == 1:
                                    if vehicle == "car":
                                        sum = sum + 100
                                    else:
                                        sum = sum + 50
                                else:
                                    if vehicle == "car":
                                        sum = sum + 150
                                    else:
                                        sum = sum + 70
                            else:  # v2
                                if vehicle == "car":
                                    sum = sum + 50
                                else:
                                    sum = sum + 20
                        else:  # v2, too
                            if vehicle == "car":
                                sum = sum + 50
                            else:
                                sum = sum + 20
                        t = t + 30
                    if vehicle == "car":
                        return min(sum, 1800)
                    else:
                        return min(sum, 800)
                else:
                    return 0  # found no place
            else:
                if vehicle == "car":
                    return 2500
                else:
                    return 1000
        else:
            raise ValueError("unknown vehicle: " + vehicle)

    # v2. 1 or 0. From 1440 on, t is in the next day
    def weekend(self, day, t):
        if t < 1440:
            if day == "Sat" or day == "Sun":
                return 1
        else:
            if day == "Fri" or day == "Sat":
                return 1
        return 0

    # v3, fee once more, with their rates. No free minutes, no maximum. The market is fine with it
    def lorry_fee(self, day, came, left, lost):
        if lost:
            return 9000
        a = int(came[:2]) * 60 + int(came[3:])
        b = int(left[:2]) * 60 + int(left[3:])
        if b < a:
            b += 1440
        halves = (b - a) // 30
        if (b - a) % 30 != 0:
            halves += 1
        total = 0
        for i in range(halves):
            x = a + i * 30
            if x % 1440 < 360 or x % 1440 >= 1200:
                total += 500  # they wake up the hotel
            elif self.weekend(day, x) == 1:
                total += 600
            else:
                total += 400
        return total

    # ------------------------------------------------------------------ v4

    def __init__(self):
        self.stays = []
        self.cards = []

    # by the month. They pay it at the desk
    def card(self, plate):
        self.cards.append(plate)

    def park(self, plate, vehicle, day, came, left, lost=False):
        self.stays.append([plate, self.fee(vehicle, day, came, left, lost), day, came, left, lost])

    # for the printer. Once it is printed it is paid, so the stays go
    def receipt(self, plate):
        text = "STATION GARAGE\n" + plate + "\n\n"
        total = 0
        saved = 0
        rest = []
        for s in self.stays:
            if s[0] == plate:
                cents = s[1]
                if s[5] == True:
                    what = s[2] + " lost ticket"
                else:
                    what = s[2] + " " + s[3] + "-" + s[4]
                    if plate in self.cards:
                        if s[2] == "Sat" or s[2] == "Sun":
                            cents = cents // 2
                        else:
                            cents = 0
                        saved += s[1] - cents
                total += cents
                money = str(cents // 100) + "." + str(cents % 100).rjust(2, "0")
                text += what.ljust(20) + money.rjust(8) + "\n"
            else:
                rest.append(s)
        if len(rest) == len(self.stays):
            return text + "nothing to pay\n"
        self.stays = rest
        text += "-" * 28 + "\n"
        money = str(total // 100) + "." + str(total % 100).rjust(2, "0")
        text += "to pay".ljust(20) + money.rjust(8) + "\n"
        if plate in self.cards:
            money = str(saved // 100) + "." + str(saved % 100).rjust(2, "0")
            text += "saved by the card".ljust(20) + money.rjust(8) + "\n"
        return text
